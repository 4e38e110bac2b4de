import type { Model } from "../specs/read_model.ts";
import { isDecided, UNDOCUMENTED } from "../specs/strength.ts";

const IMPORT = `import type { Undocumented } from "../../units/mod.ts";\n`;

/** A property on one line; what spans several keeps its mark in the comment alone. */
const PROPERTY = /^( +(?:readonly )?[\w$'"-]+\??: )(.+);$/;

/** Names the types of what the interface does not show, in the text of a file of types. */
export function markUndocumented(text: string, { schemas }: Model): string {
  const names = Object.keys(schemas).filter((name) => isDecided(schemas[name]));
  const named = new RegExp(`\\b(?:${names.join("|")})\\b`, "g");
  let isMarked = false;
  const lines = text.split("\n").map((line) => {
    if (/^ *\*/.test(line)) {
      isMarked ||= line.includes(UNDOCUMENTED);
      return line;
    }
    const [, head, type] = PROPERTY.exec(line) ?? [];
    const isWhole = isMarked;
    isMarked = false;
    if (head === undefined || type === undefined) return line;
    if (isWhole) return `${head}Undocumented<${type}>;`;
    return `${head}${type.replace(named, (name) => `Undocumented<${name}>`)};`;
  });
  const marked = lines.join("\n");
  return marked.includes("Undocumented<") ? marked.replace("\n\n", `\n\n${IMPORT}\n`) : marked;
}

/** A type of the tables, named so if the interface does not show it. */
export function undocumentedIf(isUndocumented: boolean, type: string): string {
  return isUndocumented ? `Undocumented<${type}>` : type;
}
