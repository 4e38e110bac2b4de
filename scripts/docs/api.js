// The renderer names each choice of an example "Example", whatever it shows: without that name, it is read out as shown.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('#redoc button[aria-label="Example"]'))
    button.removeAttribute("aria-label");
}).observe(document.documentElement, { childList: true, subtree: true });
