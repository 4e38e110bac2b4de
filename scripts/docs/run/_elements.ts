/** Properties of an element; `class` and others with a dash are attributes. */
type Properties = Readonly<Record<string, string | boolean | EventListener | undefined>>;

/** Makes an element with attributes, listeners (`onclick`) and children. Strings are text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (typeof value === "string") node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** An input for text that browsers neither correct nor complete. */
export function textInput(id: string, placeholder: string, type = "text"): HTMLInputElement {
  const plain = { spellcheck: "false", autocomplete: "off", autocapitalize: "off" };
  return element("input", { id, type, placeholder, ...plain });
}

/** An input under its label. */
export function labelled(input: HTMLElement, ...label: readonly (Node | string)[]): HTMLElement {
  const caption = element("label", { for: input.id }, ...label);
  return element("div", { class: "run-field" }, caption, input);
}

/** Milliseconds that a button shows "Copied". */
const SHOWN_FOR = 1_500;

/** A button that copies a text; `name` describes the text. */
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

/** Copies a text. A page without TLS has no clipboard API, so that `execCommand` copies. */
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
