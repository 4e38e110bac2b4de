/** Properties of an element; `class` and others with a dash are attributes. */
type Properties = Readonly<Record<string, string | boolean | EventListener | undefined>>;

/** An element with attributes, listeners (`onclick`) and children. Text is never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (typeof value === "string") made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** Milliseconds for which it says that it has copied. */
const SHOWN_FOR = 1_500;

export function copyButton(name: string, text: () => string): HTMLButtonElement {
  const label = element("span", { "aria-live": "polite" }, "Copy");
  const button = element("button", { type: "button", class: "run-plain" }, label);
  button.setAttribute("aria-description", name);
  button.addEventListener("click", () => {
    void copyText(text()).then((isCopied) => {
      label.textContent = isCopied ? "Copied" : "Cannot copy";
      setTimeout(() => (label.textContent = "Copy"), SHOWN_FOR);
    });
  });
  return button;
}

/** Copies a text; at an address without TLS by the older way, as there is no other. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}
