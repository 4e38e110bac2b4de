// A link to itself in the heading of a part that folds is a link in a control, out of reach for some readers.
for (const link of document.querySelectorAll("summary .tsd-anchor-icon")) link.remove();

// The menu has links in headings that fold, which screen readers do not find: each becomes the first entry below.
function listFoldedLinks() {
  for (const link of document.querySelectorAll(".tsd-navigation summary a")) {
    const list = link.closest("details").querySelector("ul");
    if (!list) continue;
    const name = document.createElement("span");
    name.append(...link.childNodes);
    link.replaceWith(name);
    link.textContent = "Overview";
    const item = document.createElement("li");
    item.append(link);
    list.prepend(item);
  }
}
// The menu may be there before this script, or come after it.
listFoldedLinks();
new MutationObserver(listFoldedLinks).observe(document.documentElement, {
  childList: true,
  subtree: true,
});

// A narrow page shows tables without their heads: further cells of several carry the title of their column.
for (const table of document.querySelectorAll(".tsd-typography table")) {
  const titles = [...table.querySelectorAll("thead th")].map((one) => one.textContent);
  if (titles.length < 3) continue;
  for (const cell of table.querySelectorAll("tbody td:not(:first-child)"))
    if (cell.textContent !== "") cell.dataset.title = titles[cell.cellIndex];
}
