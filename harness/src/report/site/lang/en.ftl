### The words of the pages in English. Outcomes and the published sentence are in report/lang.rs; labels of reasons in
### words.en.ftl; meanings in explain/.

## The frame

site-name = Roll call of MCP servers
site-description = What remote MCP servers did when they were asked, with the evidence.
skip-to-content = Skip to the content
nav-label = Pages
nav-start = Start
nav-servers = All servers
nav-categories = Categories
nav-reasons = Outcomes and reasons
nav-changes = What changed
nav-checked = How this directory is checked
languages-label = Languages
footer-snapshot = A snapshot of { $when }: every server was asked at one moment, and may behave differently now.
footer-correction = Ask for a correction or removal

## Numbers

seconds =
    { $count ->
        [one] { $count } second
       *[other] { $count } seconds
    }
milliseconds =
    { $count ->
        [one] { $count } millisecond
       *[other] { $count } milliseconds
    }
size-mib = { $count } MiB
size-kib = { $count } KiB
size-bytes =
    { $count ->
        [one] { $count } byte
       *[other] { $count } bytes
    }
times =
    { $count ->
        [one] { $count } time
       *[other] { $count } times
    }
tools-count =
    { $count ->
        [0] no tools
        [one] { $count } tool
       *[other] { $count } tools
    }
remotes-count =
    { $count ->
        [one] { $count } remote
       *[other] { $count } remotes
    }
and-more =
    { $count ->
        [one] and { $count } more
       *[other] and { $count } more
    }

## The start page

failures-title = Failures
deadline-differs = In this run one request could take { $here }; the wording of the published tally says { $worded }.
run-unfinished = This run is not finished: { $told } of { $listed } remotes are told of.
source-cut-short = The source of the entries ended before its end:
total-servers = servers
total-entries = entries
total-remotes = remotes listed
total-urls = different URLs
total-answered = answered
total-login = ask for a login
total-failed = failed
total-not-probed = not probed
total-flaky = changed at a second look
frequent-causes = The most frequent reasons
all-reasons = All outcomes and reasons
copies-title = For programs
copies-feed = feed of changes
charts-title = Charts
more-ways = More ways in

## Lists

list-count =
    { $count ->
        [0] no servers
        [one] { $count } server
       *[other] { $count } servers
    }
list-page = page { $page } of { $pages }
list-pages = Pages of this list
list-previous = Previous
list-next = Next
remotes-and-servers = A server may list several remotes, and each of them counts by itself. A server stands on the list of every outcome that one of its remotes had.
column-outcome = Outcome
column-why = Reason
column-remotes = Remotes
column-urls = URLs
column-servers = Servers
column-category = Category
categories-intro = Eight shelves by what a server is for. A server that fits none stays without.
categories-rule-link = The rule
categories-without =
    { $count ->
        [one] { $count } server has no category.
       *[other] { $count } servers have no category.
    }
hosts-title = Hosts with many entries
hosts-intro =
    { $count ->
        [one] Hosts on which at least { $count } remote is listed.
       *[other] Hosts on which at least { $count } remotes are listed.
    }
host-one-at-a-time = One host is asked one request at a time, however many entries it has.
tool-sets-title = Tool lists that many servers share
tool-sets-intro =
    { $count ->
        [one] Lists of tools that at least { $count } server lists identically: gateways, templates and copies.
       *[other] Lists of tools that at least { $count } servers list identically: gateways, templates and copies.
    }
tool-set-title =
    { $count ->
        [one] A list of { $count } tool ({ $digest })
       *[other] A list of { $count } tools ({ $digest })
    }
tool-set-left-out = left out of the categories
tool-set-left-out-long = So many servers list exactly these tools that they tell nothing of one server: the tool names are left out when categories are given.

## The page of a server

what-to-do = What to do:
rule-source = Source:
server-remotes =
    { $count ->
        [one] It lists { $count } remote.
       *[other] It lists { $count } remotes; the best of them is named first.
    }
other-remotes = Other remotes and versions
no-url = no URL
fact-when = When
fact-rule = By which rule
fact-transport = Transport
fact-status = Status
fact-rpc-error = JSON-RPC error
fact-entry-version = Version of the entry
fact-flaky = Changed
fact-name = Name
fact-title = Title
fact-version = Version
fact-protocol = Protocol version
fact-registry-status = Status in the registry
fact-repository = Repository
flaky-means = A second look at the end of the run saw another outcome.
rule-status = The HTTP status of the reply to { $request } decides, before its body.
rule-result = The result in the reply to { $request } decides.
rule-event = The event that { $request } waits for came.
rule-error = The JSON-RPC error in the reply to { $request } decides.
rule-no-reply = No complete HTTP reply to { $request } came.
rule-deadline = The reply to { $request } was not complete before the deadline.
rule-body = The reply to { $request } was complete, and its body decides.
rule-before-contact = Decided before anybody was contacted.
server-says = What the server says of itself
not-said = not said
empty = empty
login-title = Login
login-pointer = OAuth
login-schemes = Schemes
tools-title = Tools
tools-at-least =
    { $count ->
        [one] at least { $count } tool
       *[other] at least { $count } tools
    }
tools-before =
    { $count ->
        [one] ({ $count } tool before that)
       *[other] ({ $count } tools before that)
    }
tools-pages =
    { $count ->
        [one] on { $count } page
       *[other] on { $count } pages
    }
tools-malformed =
    { $count ->
        [one] ({ $count } more member is no usable tool)
       *[other] ({ $count } more members are no usable tools)
    }
tools-kept =
    { $count ->
        [one] Only the first { $count } name is kept.
       *[other] Only the first { $count } names are kept.
    }
modern-title = At revision 2026-07-28
modern-answered = The server answered server/discover. Versions it names:
modern-silent = The server did not answer server/discover.
findings-title = Findings
findings-intro = Worth telling; they do not change the outcome.
finding-seen = Seen:
exchanges-title = The conversation
exchanges-caption = Every request and its reply, in order
exchange-retry = (retry)
exchange-no-reply = no reply
exchange-decided = (this decided)
answer-result = a result
answer-error = a JSON-RPC error
answer-endpoint = the endpoint event
column-request = Request
column-answer = Reply
column-content-type = Content-Type
column-bytes = Bytes
column-ms = ms
sample = The body began like this:
curl-title = See for yourself
curl-intro = This sends what was sent, so that the reply is the same one:
category-title = Category
category-of-bare-url = This is a bare URL: no entry gives it a name or a description, so only the names of its tools can tell.
basis-is-name-and-description = By its name and description.
basis-is-tool-names = By the names of its tools; name and description did not point clearly enough at one category.
none-no-tools = None: name and description do not point clearly enough at one category, and no tools are known.
none-identical-set =
    { $count ->
        [one] None: name and description do not point clearly enough at one category, and { $count } server lists exactly these tools, so they are left out.
       *[other] None: name and description do not point clearly enough at one category, and { $count } servers list exactly these tools, so they are left out.
    }
none-too-few-votes =
    { $votes ->
        [one] None: name and description do not point clearly enough at one category, and fewer than { $votes } tool points at any category.
       *[other] None: name and description do not point clearly enough at one category, and fewer than { $votes } tools point at any category.
    }
none-no-lead = None: name and description do not point clearly enough at one category, and the first category does not have { $lead } times the tools of the second.
none-small-share = None: name and description do not point clearly enough at one category, and the first category has less than one in { $share } of all tools.
words-title = Words of name and description that speak for a category
voters-title = Tools that voted
voters-count =
    { $count ->
        [one] { $count } of { $tools } tools
       *[other] { $count } of { $tools } tools
    }
column-tool = Tool
column-word = Word
left-out-generic = Left out as generic:
left-out-namespace = Left out, since every tool begins with it:
same-list =
    { $count ->
        [one] { $count } other server lists exactly the same tools.
       *[other] { $count } other servers list exactly the same tools.
    }
same-list-link = Who they are
namespace-title = How the namespace is proven
namespace-github = Whoever publishes under { $namespace } has to log in to the registry as the GitHub account { $account }, or as a workflow of that organisation.
namespace-domain = Whoever publishes under { $namespace } has to prove a domain with a key:
namespace-domain-exact = { $domain }, by a TXT record or by a file that the domain serves
namespace-domain-above = { $domain }, by a TXT record
namespace-no-account = { $given } is no GitHub account name, so no proof grants this name.
namespace-unprovable = The name does not begin with a domain read backwards, so no proof grants it.
namespace-not = Such a proof shows who published the entry at that time. It does not show:
namespace-not-owner = that the owner of the named product or trade mark stands behind the entry;
namespace-not-remotes = that the remotes or the packages belong to the same domain or account;
namespace-not-repository = that the repository is theirs.
namespace-registry-checks = The registry checks the proof when an entry is published. This directory does not check it again.
history-title = History
history-absent = not in that run
correction-title = Correction and removal
server-snapshot = This is what one probe saw at one moment, from one place. It is no judgement of the server's worth.

## What changed

changes-between = Changes between the run of { $before } and the run of { $after }.
changes-none = There is no earlier run to compare with.
changes-unfinished = One of the last two runs is not finished, so they are not compared.
changes-unchanged = unchanged
changes-unsure = A change to or from “request limit reached”, or to or from an outcome that a second look did not confirm, or of a server that we left alone in one of the two runs, says nothing about the server.
column-change = Change
change-was = was
