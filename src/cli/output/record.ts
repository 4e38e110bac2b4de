/** Fewest characters of the column of names. */
const LEAST_NAME = 8;
const GAP = "  ";

/**
 * The lines of fields, names at the left: where a value is too wide beside the longest name, the column of names is narrowed,
 * and a longer name has a line of its own. Values are broken between words alone, so that a hash stays whole.
 *
 * @param styleName Styles a name, which is padded already.
 */
export function recordLines(
  fields: readonly (readonly [name: string, value: string])[],
  width: number,
  styleName: (name: string) => string,
): string[] {
  const size = nameWidth(fields, width);
  return fields.flatMap(([name, value]) => {
    const [first = "", ...others] = wrapWords(value, width - size - GAP.length);
    const rest = others.map((line) => " ".repeat(size) + GAP + line);
    const beside = `${styleName(name.padEnd(size))}${GAP}${first}`;
    if (name.length <= size) return [beside, ...rest];
    return [styleName(name), " ".repeat(size) + GAP + first, ...rest];
  });
}

function nameWidth(
  fields: readonly (readonly [name: string, value: string])[],
  width: number,
): number {
  const longestName = Math.max(...fields.map(([name]) => name.length));
  const words = fields.flatMap(([, value]) => value.split(" "));
  const longestWord = Math.max(...words.map((word) => word.length));
  const left = Math.max(LEAST_NAME, width - GAP.length - longestWord);
  return Math.min(longestName, left);
}

function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > width && line !== "") {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
