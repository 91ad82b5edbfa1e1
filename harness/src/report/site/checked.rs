//! How this directory is checked: written from the settings that the run really had, so it cannot go stale.

use maud::{Markup, html};

use super::SiteError;
use super::limits;
use super::measured;
use super::model::Cause;
use super::page::{Frame, Page};
use super::place::Place;
use super::publisher::what_it_does_not_mean;
use super::said::{code, said};
use super::shelves::cause_base;
use super::start::{failures, unfinished};
use super::words::{self, Word, advice, means, source};
use crate::category::{LEAD, MIN_VOTES, SHARE};
use crate::explain::STATUS_WORDS;
use crate::outcome::Outcome;
use crate::policy::{CLIENT_NAME, CLIENT_VERSION};
use crate::target::SkipReason;

/// Writes the page.
pub(super) fn write(frame: &Frame<'_>, place: &Place) -> Result<(), SiteError> {
    let t = frame.t;
    let title = t.get("nav-checked");
    let body = html! {
        h1 { (title) }
        p { (t.get("checked-intro")) }
        (unfinished(frame))
        (run(frame))
        (sent(frame))
        (limits::section(frame))
        (never_done(frame))
        (never_contacted(frame))
        (outcomes(frame))
        (categories(frame))
        (namespaces(frame))
        (correction(frame))
    };
    let description = t.get("checked-intro");
    frame.put(place, &Page { path: "checked.html", title, description, scripts: false, body })
}

fn run(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let run = &frame.site.run;
    let number = |count: usize| t.number(count as u64);
    html! {
        section {
            h2 { (t.get("checked-run")) }
            dl {
                dt { (t.get("run-began")) } dd { (t.moment(&run.started_at)) }
                @if let Some(ended) = &run.ended_at { dt { (t.get("run-ended")) } dd { (t.moment(ended)) } }
                dt { (t.get("run-source")) } dd { (code(&run.source.place, 200)) }
                @if let Some(since) = &run.source.updated_since { dt { (t.get("run-since")) } dd { (t.moment(since)) } }
                dt { (t.get("run-prober")) } dd { "rollcall " (said(&run.prober, 40)) }
                dt { (t.get("run-entries")) } dd { (number(run.entries)) }
                dt { (t.get("total-remotes")) } dd { (number(run.listed)) }
                dt { (t.get("run-probes")) } dd { (number(run.probes)) }
                @if !run.source.unreadable.is_empty() {
                    dt { (t.get("run-unreadable")) } dd { (number(run.source.unreadable.len())) }
                }
                @if run.shard.count > 1 {
                    dt { (t.get("run-shard")) } dd { (t.fill("run-shard-of", &[("index", (run.shard.index + 1).into()), ("count", run.shard.count.into())])) }
                }
                @if run.resumed > 0 { dt { (t.get("run-resumed")) } dd { (t.fill("times", &[("count", run.resumed.into())])) } }
            }
        }
    }
}

/// Who asks, and what is asked in which order.
fn sent(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let policy = &frame.site.run.policy;
    let request = |word: &str| html! { code { (word) } };
    html! {
        section {
            h2 { (t.get("checked-sent")) }
            dl {
                dt { "User-Agent" } dd { (code(&policy.user_agent(), 300)) }
                dt { "clientInfo" } dd { code { (CLIENT_NAME) " " (CLIENT_VERSION) } }
                dt { (t.get("fact-protocol")) } dd { (code(&policy.protocol_version, 40)) }
            }
            ol {
                li { (t.rich("sent-initialize", &[], &[("request", request("initialize")), ("version", code(&policy.protocol_version, 40))])) }
                li { (t.rich("sent-initialized", &[], &[("request", request("notifications/initialized"))])) }
                li { (t.rich("sent-tools", &[("pages", policy.pages.into()), ("names", policy.names_kept.into())], &[("request", request("tools/list"))])) }
                li { (t.rich("sent-delete", &[], &[("request", request("DELETE"))])) }
            }
            p { (t.rich("sent-sse", &[], &[("request", request("GET")), ("event", request("endpoint"))])) }
            p { (t.rich("sent-auto", &[], &[("request", request("GET"))])) }
            @if policy.modern { p { (t.rich("sent-modern", &[], &[("request", request("server/discover"))])) } }
            p {
                (t.fill(if policy.oauth_lookup { "sent-oauth-lookup" } else { "sent-no-oauth-lookup" }, &[("count", policy.lookup_candidates.into())]))
            }
        }
    }
}

fn never_done(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    html! {
        section {
            h2 { (t.get("never-done-title")) }
            ul {
                @for id in ["never-call", "never-credential", "never-cookie", "never-origin", "never-proxy", "never-register", "never-elsewhere"] {
                    li { (words::prose(&t.get(id))) }
                }
            }
            p { (t.get("robots")) }
        }
    }
}

fn never_contacted(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let site = frame.site;
    let reach = &site.run.policy.reach;
    html! {
        section {
            h2 { (t.get("never-contacted-title")) }
            p { (t.get("never-contacted-intro")) }
            dl {
                @for reason in SkipReason::ALL {
                    dt {
                        (words::word(t, "skip", reason.as_str()))
                        @if let Some(count) = site.figures.skipped.get(reason) { ": " (t.number(*count as u64)) }
                    }
                    dd { (means(t, Word::Skip(*reason))) }
                }
            }
            @if reach.plain_http || reach.local || !reach.addresses.is_empty() {
                p class="warning" { (t.get("reach-wider")) }
                ul {
                    @if reach.plain_http { li { (t.get("reach-plain-http")) } }
                    @if reach.local { li { (t.get("reach-local")) } }
                    @for address in reach.addresses.iter().take(50) { li { code { (address) } } }
                }
            }
        }
    }
}

/// What every outcome means, how many have it, and the failures in the published form.
fn outcomes(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let site = frame.site;
    html! {
        section {
            h2 { (t.get("checked-outcomes")) }
            p { (t.get("checked-outcomes-intro")) }
            dl {
                @for outcome in Outcome::ALL {
                    dt { (t.lang.outcome(*outcome)) ": " (t.number(site.figures.outcomes.get(outcome).map_or(0, |figures| figures.listed) as u64)) }
                    dd { (means(t, Word::Outcome(*outcome))) }
                }
            }
            (statuses(frame))
            (failures(frame, "h3"))
            p { a href="reasons.html" { (t.get("all-reasons")) } }
        }
    }
}

/// The statuses that say more than their outcome, each with its own next step.
fn statuses(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    html! {
        h3 { (t.get("checked-statuses")) }
        dl {
            @for status in STATUS_WORDS {
                @let (word, count) = (Word::Status(status), frame.site.listed(Outcome::Http4xx, Cause::Status(status)));
                dt {
                    @if count > 0 {
                        a href=(format!("{}.html", cause_base(Outcome::Http4xx, Cause::Status(status)))) { "HTTP " (status) }
                    } @else { "HTTP " (status) }
                    ": " (t.number(count as u64))
                }
                dd {
                    (means(t, word))
                    p { strong { (t.get("what-to-do")) } " " (advice(t, word)) }
                    p class="source" { (t.get("rule-source")) " " (source(word)) }
                }
            }
        }
    }
}

fn categories(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let rule = &frame.site.category_rule;
    html! {
        section {
            h2 id="categories" { (t.get("checked-categories")) }
            ol {
                li { (t.get("rule-text-first")) }
                li { (t.get("rule-points-at")) }
                li { (t.fill("rule-identical", &[("count", rule.identical_at.into()), ("left", rule.left_out.len().into())])) " " a href="tools.html" { (t.get("tool-sets-title")) } }
                li { (t.fill("rule-thresholds", &[("votes", MIN_VOTES.into()), ("lead", LEAD.into()), ("share", SHARE.into())])) }
                li { (t.get("rule-basis-shown")) }
            }
            p { (t.get("rule-none")) }
            p { (t.get("rule-lexicon")) " " (code(&rule.lexicon, 80)) }
            (measured::section(frame))
        }
    }
}

fn namespaces(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    html! {
        section {
            h2 id="namespaces" { (t.get("namespace-title")) }
            p { (words::prose(&t.get("namespace-rule-github"))) }
            p { (words::prose(&t.get("namespace-rule-domain"))) }
            (what_it_does_not_mean(t))
        }
    }
}

/// Where a publisher who feels wronged goes, and what helps.
fn correction(frame: &Frame<'_>) -> Markup {
    let t = frame.t;
    let contact = &frame.site.run.policy.contact;
    let is_web = url::Url::parse(contact).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    html! {
        section {
            h2 id="correction" { (t.get("correction-title")) }
            p { (t.get("correction-how")) }
            ul {
                li { (t.get("correction-curl")) }
                li { (words::prose(&t.get("correction-probe"))) }
                li { (t.get("correction-removal")) }
                li { (t.get("correction-next-run")) }
            }
            p {
                (t.get("correction-contact")) " "
                @if is_web { a href=(contact) rel="nofollow noopener noreferrer" { (code(contact, 300)) } }
                @else { (code(contact, 300)) }
            }
        }
    }
}
