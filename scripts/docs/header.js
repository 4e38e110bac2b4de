// The button for light and dark, and links to headings. In the browser.

/** Shows and stores a choice of colours: that of the explorer, too. */
function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("alphadelta.theme", theme);
    localStorage.setItem("tsd-theme", theme);
  } catch {
    // It holds for this page.
  }
}

document.querySelector(".site-theme").addEventListener("click", () => {
  const { theme } = document.documentElement.dataset;
  const isDark =
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  showTheme(isDark ? "light" : "dark");
});

// The icon beside a heading copies the link to it.
addEventListener("click", ({ target }) => {
  const link = target.closest?.("[data-deep-link-anchor] a, .tsd-anchor-icon");
  if (!link || !navigator.clipboard) return;
  void navigator.clipboard.writeText(link.href).then(() => {
    link.title = "Link copied";
    setTimeout(() => (link.title = "Copy link"), 1500);
  });
});
addEventListener("pointerover", ({ target }) => {
  const link = target.closest?.("[data-deep-link-anchor] a, .tsd-anchor-icon");
  if (link && !link.title) link.title = "Copy link";
});
