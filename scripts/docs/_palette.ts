/** Names of tokens that the colours of the API page's renderer become: soft, for bars, and strong. */
const SHADES: Readonly<Record<string, readonly [soft: string, bar: string, strong: string]>> = {
  accent: ["accent-soft", "accent-bar", "accent"],
  good: ["good-soft", "good-bar", "good"],
  bad: ["bad-soft", "bad-bar", "bad"],
  wait: ["wait-soft", "wait", "wait"],
};

const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  accent: ["blue", "blueberry", "purple", "sky", "turquoise"],
  good: ["grass", "green", "persian-green"],
  bad: ["magenta", "raspberry", "red"],
  wait: ["carrot", "orange"],
};

/** Greys of that renderer, from the background to the text. */
const GREYS = [
  ...["card", "raised", "line", "border", "muted", "muted"],
  ...["muted", "text", "text", "text", "text"],
];

/** The colours of the API page's renderer, each as a design token. */
export function rendererColours(): string {
  const greys = GREYS.map((token, index) => `--color-warm-grey-${index + 1}: var(--${token});`);
  const others = Object.entries(FAMILIES).flatMap(([family, names]) => {
    const [soft = "", bar = "", strong = ""] = SHADES[family] ?? [];
    return names.flatMap((name) =>
      GREYS.map((_, index) => {
        const token = index < 2 ? soft : index < 5 ? bar : strong;
        return `--color-${name}-${index + 1}: var(--${token});`;
      }),
    );
  });
  return `html:root:root {\n${[...greys, ...others].join("\n")}\n}`;
}

/** Colours of the highlighter's light theme that are not those of plain code, and the tokens in their place. */
const CODE: Readonly<Record<string, string>> = {
  "#AF00DB": "accent",
  "#0000FF": "accent",
  "#800000": "accent",
  "#A31515": "good",
  "#EE0000": "good",
  "#098658": "wait",
  "#008000": "muted",
  "#CD3131": "bad",
};

/** The style of highlighted code in the guides, with design tokens in the place of colours. */
export function highlightStyle(style: string): string {
  const colours = [...style.matchAll(/--light-hl-(\d+): (#\w+);/g)];
  if (colours.length === 0) throw new Error("Cannot colour code: the highlighter names no colours");
  return colours
    .map(([, number, colour = ""]) => `.hl-${number} { color: var(--${CODE[colour] ?? "text"}); }`)
    .join("\n");
}
