import { element } from "./_elements.ts";

/** Characters of a folded value that are shown. */
const PREVIEW = 60;

/** Nesting down to which a value is unfolded at first. */
const UNFOLDED = 4;

/** A value as JSON whose objects and lists fold. An amount of the client is written as in a program: `12n`. */
export function jsonTree(value: unknown, depth = UNFOLDED): HTMLElement {
  return element("div", { class: "run-json" }, nodeOf(value, undefined, depth));
}

function nodeOf(value: unknown, name: string | undefined, depth: number): HTMLElement {
  const key =
    name === undefined
      ? []
      : [
          element("span", { class: "run-key" }, JSON.stringify(name)),
          document.createTextNode(": "),
        ];
  const entries = entriesOf(value);
  if (!entries || entries.length === 0) {
    const [kind, text] = scalarOf(value);
    return element("div", {}, ...key, element("span", { class: `run-${kind}` }, text));
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const folded = ` ${jsonText(value, 0).slice(1, PREVIEW)}…`;
  return element(
    "details",
    depth > 0 ? { open: true } : {},
    element("summary", {}, ...key, open, element("span", { class: "run-folded" }, folded)),
    element(
      "div",
      { class: "run-inner" },
      ...entries.map(([inner, child]) => nodeOf(child, isList ? undefined : inner, depth - 1)),
    ),
    element("div", {}, close),
  );
}

function entriesOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).filter(([, child]) => child !== undefined);
}

function scalarOf(value: unknown): [kind: string, text: string] {
  if (typeof value === "bigint") return ["number", `${value}n`];
  if (typeof value === "string") return ["string", JSON.stringify(value)];
  if (typeof value === "number") return ["number", String(value)];
  return ["word", jsonText(value, 0) ?? "undefined"];
}

/** A value as JSON; amounts are strings, as on the wire. */
export function jsonText(value: unknown, indent = 2): string {
  const plain = (_: string, one: unknown): unknown => (typeof one === "bigint" ? String(one) : one);
  return JSON.stringify(value, plain, indent);
}
