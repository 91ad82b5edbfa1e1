// The search and the filters of the start page: the site's only script. It reads the index beside the pages, which is
// made of script files, since a browser refuses every other way of reading a file from disk. Text of servers reaches the
// page through textContent alone.
"use strict";
(() => {
  const form = document.querySelector("form[data-search]");
  if (!form) return;
  const count = document.getElementById("search-count");
  const list = document.getElementById("search-results");
  const more = document.getElementById("search-more");
  const field = form.elements.namedItem("q");
  const filters = Array.from(form.querySelectorAll("select"));
  const number = new Intl.NumberFormat(document.documentElement.lang);
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const VALUE = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));
  const SCREEN = 20; // results shown at once
  const PAUSE = 150; // milliseconds without a key before a search begins

  // Files of the index by name; each is loaded once and registers itself.
  const loading = new Map();
  const arrived = new Map();
  window.rollcall = { take: (name, data) => arrived.set(name, data) };
  const load = (name) => {
    if (!loading.has(name)) {
      loading.set(name, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = `${form.dataset.search}${name}.js`;
        script.onload = () => (arrived.has(name) ? resolve(arrived.get(name)) : reject(new Error(name)));
        script.onerror = () => {
          loading.delete(name);
          script.remove();
          reject(new Error(name));
        };
        document.head.append(script);
      }));
    }
    return loading.get(name);
  };

  // Words as the index has them: no accents, no capitals, letters and digits alone, none longer than forty characters.
  const words = (text) =>
    (text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .map((word) => Array.from(word).slice(0, 40).join(""));

  // Rows written as the gaps between them, five bits a digit, the sixth says that more follow.
  const rows = (text) => {
    const found = [];
    let row = -1, gap = 0, shift = 1;
    for (const digit of text) {
      const value = VALUE.get(digit);
      gap += (value & 31) * shift;
      if (value & 32) { shift *= 32; continue; }
      row += gap + 1;
      found.push(row);
      gap = 0;
      shift = 1;
    }
    return found;
  };

  const before = (a, b) => a < b ? -1 : Number(a > b);
  // The first place in a sorted list whose text is not before `text`.
  const place = (sorted, text, of = (each) => each) => {
    let low = 0, high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(of(sorted[middle]), text) < 0) low = middle + 1; else high = middle;
    }
    return low;
  };

  // Every row with a word that begins like this, with its weight: whole words and names weigh more.
  const lookUp = async (head, word) => {
    const weight = new Map();
    // `head.terms` has the first word of each file: the one before may hold the beginning.
    const next = place(head.terms, word);
    const names = next > 0 ? [`t${next - 1}`] : [];
    for (let at = next; at < head.terms.length && head.terms[at].startsWith(word); at += 1) names.push(`t${at}`);
    for (const terms of await Promise.all(names.map(load))) {
      for (let at = place(terms, word, (each) => each[0]); at < terms.length; at += 1) {
        const [term, all, named] = terms[at];
        if (!term.startsWith(word)) break;
        const whole = term === word ? 2 : 0;
        for (const row of rows(all)) weight.set(row, Math.max(weight.get(row) ?? 0, 1 + whole));
        for (const row of rows(named)) weight.set(row, Math.max(weight.get(row) ?? 0, 5 + whole));
      }
    }
    return weight;
  };

  const profileOf = (head, row) => {
    let profile = 0;
    for (let at = row * head.width; at < (row + 1) * head.width; at += 1) {
      profile = profile * 64 + VALUE.get(head.rows[at]);
    }
    return profile;
  };

  // The rows that suit the wish, the weightiest first.
  const search = async (wish) => {
    const head = await load("head");
    const suits = head.profiles.map((profile) => wish.filters.every(([name, value]) => {
      const at = head.facets.findIndex(([facet]) => facet === name);
      return profile[at].includes(head.facets[at][1].indexOf(value));
    }));
    const weights = await Promise.all(words(wish.text).map((word) => lookUp(head, word)));
    let found;
    if (weights.length > 0) {
      const [shortest, ...others] = weights.sort((a, b) => a.size - b.size);
      found = Array.from(shortest)
        .filter(([row]) => others.every((other) => other.has(row)))
        .map(([row, weight]) => [row, others.reduce((sum, other) => sum + other.get(row), weight)])
        .sort((a, b) => b[1] - a[1] || a[0] - b[0])
        .map(([row]) => row);
    } else {
      found = Array.from({ length: head.servers }, (_, row) => row);
    }
    return { head, rows: found.filter((row) => suits[profileOf(head, row)]) };
  };

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const said = (text, className) => {
    const made = element("bdi", text, className);
    made.translate = false;
    return made;
  };
  const outcomes = filters.find((filter) => filter.name === "outcome");
  const label = (value) =>
    Array.from(outcomes.options).find((option) => option.value === value)?.dataset.name ?? value;

  // One result. The page of a server stands in the folder of the language, beside this page.
  const item = ([slug, name, title, description, outcome, tools], wanted) => {
    const made = element("li");
    const link = element("a");
    link.href = `server/${slug}.html`;
    const shown = said(name);
    shown.dataset.name = "";
    link.append(shown);
    const top = element("p");
    top.append(link);
    if (title) top.append(" ", said(title, "title"));
    top.append(" ", element("span", label(outcome), `outcome ${outcome}`));
    made.append(top);
    if (description) {
      const line = element("p", undefined, "description");
      line.append(said(description));
      made.append(line);
    }
    const matching = tools.split(" ").filter((tool) => {
      const has = words(tool);
      return wanted.some((word) => has.some((each) => each.startsWith(word)));
    });
    if (matching.length > 0) {
      const line = element("p", `${form.dataset.tools} `, "tools");
      matching.slice(0, 5).forEach((tool, at) => {
        if (at > 0) line.append(", ");
        const name = said("");
        name.append(element("code", tool));
        line.append(name);
      });
      made.append(line);
    }
    return made;
  };

  let latest = 0; // the search that counts: answers to earlier ones are late
  let current = { head: undefined, rows: [], wanted: [] };
  let shown = 0;

  const show = async (turn) => {
    const { head, rows: found, wanted } = current;
    const next = found.slice(shown, shown + SCREEN);
    const blocks = new Map();
    for (const row of next) blocks.set(Math.floor(row / head.block), undefined);
    await Promise.all(Array.from(blocks.keys(), async (block) => blocks.set(block, await load(`r${block}`))));
    if (turn !== latest) return undefined;
    const items = next.map((row) => item(blocks.get(Math.floor(row / head.block))[row % head.block], wanted));
    if (shown === 0) list.replaceChildren(...items); else list.append(...items);
    shown += items.length;
    more.hidden = shown >= found.length;
    return items[0];
  };

  const read = () => {
    const query = new URLSearchParams();
    const text = field.value.trim();
    if (text) query.append("q", text);
    for (const filter of filters) if (filter.value) query.append(filter.name, filter.value);
    return {
      address: query.toString(),
      text,
      filters: filters.filter((filter) => filter.value).map((filter) => [filter.name, filter.value]),
    };
  };

  const answer = async () => {
    latest += 1;
    const turn = latest;
    const wish = read();
    const clear = wish.address === "";
    history.replaceState(null, "", clear ? location.pathname + location.search : `#${wish.address}`);
    try {
      const { head, rows: found } = clear ? { rows: [] } : await search(wish);
      if (turn !== latest) return;
      current = { head, rows: found, wanted: words(wish.text) };
      shown = 0;
      if (clear || found.length === 0) {
        list.replaceChildren();
        more.hidden = true;
      } else {
        await show(turn);
      }
      if (turn !== latest) return;
      count.textContent = clear ? "" : form.dataset.found.replace("{n}", number.format(found.length));
      form.dataset.count = String(found.length);
    } catch {
      if (turn !== latest) return;
      list.replaceChildren();
      more.hidden = true;
      count.textContent = form.dataset.failed;
      form.dataset.count = "";
    }
    form.dataset.answered = wish.address;
  };

  // The address of the page holds the search, so that it can be shared.
  const fill = () => {
    const query = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
    field.value = query.get("q") ?? "";
    for (const filter of filters) {
      filter.value = query.get(filter.name) ?? "";
      if (filter.selectedIndex < 0) filter.value = "";
    }
    return query.size > 0;
  };

  let pause;
  for (const event of ["input", "change"]) {
    form.addEventListener(event, () => {
      clearTimeout(pause);
      pause = setTimeout(answer, PAUSE);
    });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(pause);
    answer();
  });
  form.addEventListener("reset", () => {
    clearTimeout(pause);
    pause = setTimeout(answer, 0);
  });
  more.addEventListener("click", async () => {
    const turn = latest;
    try {
      const first = await show(turn);
      first?.querySelector("a").focus();
    } catch {
      count.textContent = form.dataset.failed;
    }
  });
  window.addEventListener("hashchange", () => {
    // `#content` and the like are places of the page and no search.
    if (location.hash !== "" && !location.hash.includes("=")) return;
    fill();
    answer();
  });
  form.hidden = false;
  if (fill()) answer();
})();
