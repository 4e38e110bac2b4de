// The renderer names each choice of an example "Example", whatever it shows: without that name, it is read out as shown.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('#redoc button[aria-label="Example"]'))
    button.removeAttribute("aria-label");
}).observe(document.documentElement, { childList: true, subtree: true });

// Each sample of code has a Run button. The page holds the script behind it as text until one is pressed.
(() => {
  const source = document.querySelector("#run-source");
  if (!source) return;
  const NAMES = ["curl", "alphadelta", "fetch"];
  globalThis.loadSampleRun = () => {
    if (!globalThis.sampleRun) {
      const script = document.createElement("script");
      script.textContent = source.textContent;
      document.head.append(script);
    }
    return globalThis.sampleRun;
  };
  /** Language of the code that a panel shows; empty of the payload. Beside it stand the choices of address and example. */
  const labelOf = (panel) => {
    const choices = panel.querySelectorAll(
      ':scope > [data-component-name="Panel/PanelHeader"] [data-testid="dropdown"] > button',
    );
    return (
      [...choices].map((one) => one.textContent.trim()).find((name) => NAMES.includes(name)) ?? ""
    );
  };
  const open = (section, bar, isRun, label) => {
    const form = loadSampleRun().openForm(
      section.slice(1),
      label ?? (() => labelOf(bar.parentElement)),
    );
    bar.replaceChildren(form.part);
    if (isRun) void form.run();
    form.part.querySelector(isRun ? ".run-button" : "input, select, summary").focus();
  };
  const barOf = (section, label) => {
    const bar = document.createElement("div");
    bar.className = "run";
    for (const [name, isRun] of [
      ["Run", true],
      ["Edit and run", false],
    ]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = isRun ? "run-button" : "run-plain";
      button.textContent = name;
      button.addEventListener("click", () => open(section, bar, isRun, label));
      bar.append(button);
    }
    return bar;
  };
  /** Puts the form of the first call below its code, in the opening of the page. */
  const addFirst = () => {
    const code = document.querySelector('pre[data-language="ts"]');
    // Not before the renderer has taken the page over: it would draw all of it anew.
    const isTaken = code && Object.keys(code).some((key) => key.startsWith("__react"));
    if (isTaken && !code.nextElementSibling) code.after(first);
  };
  const first = barOf("/chain/getchaininfo", () => "alphadelta");
  // The renderer drops parts that are out of sight and draws them anew: the form of each section is kept, with its input.
  const bars = new Map();
  const addBars = () => {
    for (const panel of document.querySelectorAll(
      '[data-testid="right-panel"] [data-component-name="Panel/Panel"]',
    )) {
      const label = labelOf(panel);
      let bar = panel.querySelector(":scope > .run");
      if (!bar && label !== "") {
        const section = panel.closest("[data-section-id]").dataset.sectionId;
        bar = bars.get(section) ?? barOf(section);
        bars.set(section, bar);
        panel.append(bar);
      }
      if (bar) bar.hidden = label === "";
    }
  };
  let isDue = false;
  new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      addBars();
      addFirst();
    });
  }).observe(document.querySelector("#redoc"), {
    childList: true,
    characterData: true,
    subtree: true,
  });
})();
