// The search in the header, in the browser. `siteEntries` stands above it: [title, kind, address, text] of each place.
(() => {
  const MOST = 12;
  /** Most places of one group. */
  const MOST_OF_GROUP = 4;
  /** Groups whose name is not that of the kind. */
  const GROUPS = { REST: "Operations", "JSON-RPC": "Methods", Events: "Topics", schema: "Types" };
  const field = document.querySelector(".site-search input");
  const list = document.querySelector(".site-search ul");
  const { up } = field.dataset;
  let found = [];
  let chosen = 0;

  /** The rank of a place: the less, the better; undefined if a word is missing. */
  function rankOf([title, , , text], words) {
    const name = title.toLowerCase();
    const whole = `${name} ${text.toLowerCase()}`;
    if (!words.every((word) => whole.includes(word))) return undefined;
    const [first] = words;
    if (name === words.join(" ")) return 0;
    if (name.startsWith(first)) return 1;
    if (name.split(/[^a-z0-9]+/).some((part) => part.startsWith(first))) return 2;
    return name.includes(first) ? 3 : 4;
  }

  function find(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const ranked = siteEntries
      .map((entry) => ({ entry, rank: rankOf(entry, words) }))
      .filter(({ rank }) => rank !== undefined)
      .toSorted(
        (one, other) => one.rank - other.rank || one.entry[0].length - other.entry[0].length,
      )
      .map(({ entry }) => entry);
    // An operation or a schema is in the library too, with its validator: its place on the page of the API leads there.
    const ofApi = new Set(ranked.filter(isOfApi).map(([title]) => title));
    const once = ranked.filter(
      (one) => groupOf(one) !== "Library" || !ofApi.has(one[0].replace(/Schema$/, "")),
    );
    const groups = [...Map.groupBy(once, groupOf).values()];
    return groups.flatMap((group) => group.slice(0, MOST_OF_GROUP)).slice(0, MOST);
  }

  function isOfApi(entry) {
    return !["Guides", "Library"].includes(groupOf(entry));
  }

  /** What a place is of: guides, a part of the API, or the library. */
  function groupOf([, kind]) {
    if (kind.startsWith("guide")) return "Guides";
    return GROUPS[kind] ?? (/^[a-z]/.test(kind) ? "Library" : kind);
  }

  function draw() {
    const isOpen = field.value.trim() !== "" && document.activeElement === field;
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
    list.replaceChildren(...found.flatMap(drawEntry));
    if (found.length === 0)
      list.append(element("li", "Nothing is called that, and no text has it."));
    if (isOpen && found.length > 0)
      field.setAttribute("aria-activedescendant", `site-found-${chosen}`);
    else field.removeAttribute("aria-activedescendant");
    list.querySelector(`#site-found-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }

  /** A place, below the name of its group where it is the first of that. */
  function drawEntry(entry, index) {
    const [title, kind, , text] = entry;
    const group = groupOf(entry);
    const item = document.createElement("li");
    item.id = `site-found-${index}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", String(index === chosen));
    if (group === "Library") item.append(element("span", kind));
    if (group === "Guides") item.append(element("span", kind.slice("guide ".length)));
    item.append(element("strong", title), element("p", text));
    // The field keeps the focus until the page is left.
    item.addEventListener("pointerdown", (event) => event.preventDefault());
    item.addEventListener("click", () => open(index));
    if (index > 0 && groupOf(found[index - 1]) === group) return [item];
    const heading = element("li", group);
    heading.className = "site-group";
    heading.setAttribute("role", "presentation");
    return [heading, item];
  }

  function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  }

  function open(index) {
    const address = found[index]?.[2];
    if (address === undefined) return;
    field.value = "";
    field.blur();
    draw();
    location.href = field.dataset.isApi ? address.replace(/^index\.html(?=#)/, "") : up + address;
  }

  function search() {
    found = find(field.value);
    chosen = 0;
    draw();
  }

  field.addEventListener("input", search);
  field.addEventListener("focus", search);
  field.addEventListener("blur", draw);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      chosen = (chosen + step + found.length) % found.length;
      draw();
    } else if (event.key === "Enter") open(chosen);
    else if (event.key === "Escape") {
      field.value = "";
      field.blur();
    } else return;
    event.preventDefault();
  });
  // Before the renderers, which have a search of their own.
  addEventListener(
    "keydown",
    (event) => {
      const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
      const isAsked =
        (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
      if (!isAsked) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      field.focus();
    },
    { capture: true },
  );
  // Only a service has the explorer beside the site.
  const [, base] = /^(.*?)\/docs(?:\/|$)/.exec(location.pathname) ?? [];
  if (/^https?:$/.test(location.protocol) && base !== undefined) {
    const link = document.querySelector(".site-explorer");
    link.href = `${base}/`;
    link.hidden = false;
  }
})();
