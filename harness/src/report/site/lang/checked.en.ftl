### The words of the page that says how the directory is checked, in English.

checked-intro = This page is written from the settings that the run really used, so it says what was done and not what was meant.
checked-run = This run
run-began = Began
run-ended = Ended
run-source = Source of the entries
run-since = Only entries changed after
run-prober = Program
run-entries = Entries read
run-probes = Probes planned (different URLs and transports)
run-unreadable = Entries that could not be read
run-shard = Part
run-shard-of = { $index } of { $count }
run-resumed = Resumed
checked-sent = What is sent
sent-initialize = { $request } with protocol version { $version }, by POST.
sent-initialized = { $request }, after a good answer.
sent-tools =
    { $pages ->
        [one] { $request }, at most { $pages } page; at most { $names } tool names are kept.
       *[other] { $request }, at most { $pages } pages; at most { $names } tool names are kept.
    }
sent-delete = { $request } of the session, if the server opened one.
sent-sse = A remote of the old SSE transport gets a single { $request } that waits for the { $event } event. Nothing is posted.
sent-auto = Where the transport is not declared, the steps above come first; after a 400, 404 or 405 one { $request } looks for the old transport.
sent-modern = A server that does not speak these revisions is asked { $request } once more, at revision 2026-07-28; this is recorded beside the outcome.
sent-oauth-lookup =
    { $count ->
        [one] After a demand for a login, at most { $count } document with OAuth metadata is looked for.
       *[other] After a demand for a login, at most { $count } documents with OAuth metadata are looked for.
    }
sent-no-oauth-lookup = After a demand for a login nothing more is asked; only the reply itself is searched for a pointer to OAuth metadata.
checked-limits = Limits
column-limit = Limit
column-value = Value
limit-request = One request, from name resolution to the last byte
limit-endpoint = Wait for the endpoint event of the old SSE transport
limit-probe = The whole probe
limit-evidence = Reading a body under an error status
limit-retries = Retries of a request after a dropped connection
limit-hops = Redirects followed, on the same origin only
limit-pages = Pages of tools/list
limit-names = Tool names kept
limit-initialize = Reply to initialize, decoded
limit-page = One page of tools/list, decoded
limit-head = Head of a reply
limit-evidence-size = Body kept as evidence under an error status
limit-deadline-absolute = Deadlines are absolute: heartbeats and slow bytes do not extend them.
limit-retry-rule = Only a dropped connection is tried again. A refused connection, a failed name or certificate and a passed deadline are not.
pace-title = Pace
pace-host = One host gets one request at a time, whatever the number of its entries, ports or schemes.
pace-hosts =
    { $count ->
        [one] { $count } host at a time.
       *[other] { $count } hosts side by side.
    }
pace-gap = A pause of { $gap } between two probes of one host.
pace-recheck = Failures were looked at once more at the end of the run; those that changed are marked.
pace-no-recheck = Failures were not looked at a second time in this run.
pace-retry-after = A Retry-After is honoured, up to { $wait }.
pace-refusals =
    { $count ->
        [one] After { $count } answer in a row that asks for fewer requests, the rest of a host is left alone for this run.
       *[other] After { $count } answers in a row that ask for fewer requests, the rest of a host is left alone for this run.
    }
never-done-title = What is never done
never-call = No tool is ever called: there is no `tools/call`.
never-credential = No credential is sent, and no header that an entry asks for.
never-cookie = No cookie is kept or sent.
never-origin = No `Origin` header is sent.
never-proxy = No proxy is taken from the environment.
never-register = No OAuth client is registered, and no login is begun.
never-elsewhere = No redirect to another origin is followed.
robots = robots.txt is not asked for: an entry in a registry is an invitation to clients. Who does not want to be asked can be left out, see below.
never-contacted-title = What is never contacted
never-contacted-intro = These rules decide before the first packet; addresses are checked again on the one that is really connected to. Behind each rule stands how many remotes it left alone in this run.
reach-wider = In this run some of it was allowed:
reach-plain-http = plain HTTP
reach-local = local and private addresses
checked-outcomes = Outcomes
checked-outcomes-intro = Every remote ends in exactly one outcome. The status decides before the body; a server that asks for a login is no failure.
checked-statuses = What these statuses at an endpoint mean for its publisher
checked-categories = Categories
rule-text-first = Name, title and description first. Tool names are asked only when those match no category.
rule-points-at = A tool name points at a category by its words. Generic words (search, get, list and the like) are left out first.
rule-identical =
    { $count ->
        [one] Tool lists that { $count } server or more list identically are left out; in this run { $left } of them.
       *[other] Tool lists that { $count } servers or more list identically are left out; in this run { $left } of them.
    }
rule-thresholds =
    { $votes ->
        [one] A server takes the category that at least { $votes } of its tools points at, with at least { $lead } times as many as any other category, and at least one in { $share } of all its tools.
       *[other] A server takes the category that at least { $votes } of its tools point at, with at least { $lead } times as many as any other category, and at least one in { $share } of all its tools.
    }
rule-basis-shown = The basis is shown on the page of every server, with the words or the tools that decided.
rule-none = A server that fits no category stays without. The rule can be wrong about a single server; say so, see below.
rule-lexicon = The words are those of the lexicon with this digest:
measured-title = How often the rule is right
measured-how =
    { $count ->
        [one] It was run on { $count } server that was labelled by hand before, and on which its words were never tuned.
       *[other] It was run on { $count } servers that were labelled by hand before, and on which its words were never tuned.
    }
measured-precision =
    { $count ->
        [one] Of { $count } server that it put into a category, { $hit } belongs there.
       *[other] Of { $count } servers that it put into a category, { $hit } belong there.
    }
measured-recall =
    { $count ->
        [one] Of { $count } server that belongs in a category, { $hit } was put there.
       *[other] Of { $count } servers that belong in a category, { $hit } were put there.
    }
measured-none =
    { $count ->
        [one] Of { $count } server that belongs in none, { $hit } was put into one.
       *[other] Of { $count } servers that belong in none, { $hit } were put into one.
    }
measured-share = { $hit } of { $count }
measured-figures = Right by category
column-precision = Put there, and right
column-recall = Belong there, and found
measured-confusion = Where servers of each category were put
measured-label = Belongs to
measured-made-up = These servers are made up after real ones. Expect less of a registry: servers that avoid the words of their trade are missed more often.
measured-other = The categories of this run were made with another lexicon than the one that was judged, so there are no figures for them.
namespace-rule-github = A name that begins with `io.github.ACCOUNT` needs a login to the registry as that GitHub account.
namespace-rule-domain = Every other name begins with a domain read backwards. It needs a key in a TXT record of that domain or of one above it, or in a file at `/.well-known/mcp-registry-auth` of exactly that domain.
correction-how = If you publish a server and think that this page says something wrong of it:
correction-curl = Run the curl line on its page: it sends what was sent, and the reply shows what a client sees.
correction-probe = Or run `rollcall probe URL`, which makes the same checks at once.
correction-removal = If you do not want to be asked or listed, name the entry or the host: it is put on the list of those that are left out of the next run.
correction-next-run = An outcome is not edited by hand. The next run asks again, and the page then says what it saw.
correction-contact = Write to whoever made this run:
