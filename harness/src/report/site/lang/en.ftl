### The words of the site in English. Outcomes and the published sentence are in report/lang.rs.

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
