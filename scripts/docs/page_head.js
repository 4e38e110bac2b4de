// Runs before the page is painted. At `/docs` without a slash, relative links would leave the folder: the slash is added.
if (location.pathname.endsWith("/docs"))
  history.replaceState(null, "", `${location.pathname}/${location.search}${location.hash}`);

/**
 * Links of the menu are paths (`/blocks`), but the page navigates by fragment. This rewrites a link to `#/blocks` before it is
 * used, so that it can be copied and opened in a new tab.
 */
for (const name of ["mouseover", "touchstart", "focusin"])
  addEventListener(
    name,
    ({ target }) => {
      const link = target instanceof Element && target.closest('a[href^="/"]');
      if (link) link.setAttribute("href", "#" + link.getAttribute("href"));
    },
    { capture: true, passive: true },
  );

/**
 * Replaces the specs' default server by the address of the page, in servers and samples, if a service serves the page below
 * `/docs`. Opened as a file, the page shows the default.
 */
window.atThisAddress = (definition) => {
  const [, prefix] = /^(.*?)\/docs(?:\/|$)/.exec(location.pathname) ?? [];
  if (!/^https?:$/.test(location.protocol) || prefix === undefined) return definition;
  const here = new Map();
  const origins = new Map();
  for (const { servers = [] } of [definition, ...Object.values(definition.paths)])
    for (const server of servers) {
      const [url, scheme] = /^(http|ws):\/\/[^/]+/.exec(server.url);
      const origin = location.origin.replace("http", scheme) + prefix;
      origins.set(url, origin);
      here.set(server.url, origin + server.url.slice(url.length));
      server.url = here.get(server.url);
    }
  const { info } = definition;
  for (const [url, origin] of origins) info.description = info.description.replaceAll(url, origin);
  for (const item of Object.values(definition.paths))
    for (const { "x-codeSamples": samples = [] } of Object.values(item))
      for (const sample of samples)
        for (const [url, origin] of origins) sample.source = sample.source.replaceAll(url, origin);
  // What is drawn already has to be as the renderer would draw it now.
  const texts = document.createTreeWalker(document.querySelector("#redoc"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    currentNode.data = here.get(currentNode.data) ?? currentNode.data;
    for (const [url, origin] of origins)
      if (currentNode.data.includes(url))
        currentNode.data = currentNode.data.replaceAll(url, origin);
  }
  return definition;
};
