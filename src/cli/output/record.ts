/** Fewest characters of the column of names. */
const LEAST_NAME = 8;
const GAP = "  ";

/**
 * The lines of fields, names at the left: where a value is too wide beside the longest name, the column of names is narrowed,
 * and a longer name has a line of its own. Values are broken between words alone, so that a hash stays whole.
 *
 * @returns For each line its name, which is padded and empty below the first, and the rest.
 */
export function recordLines(
  fields: readonly (readonly [name: string, value: string])[],
  width: number,
): (readonly [name: string, rest: string])[] {
  if (fields.length === 0) return [];
  const size = nameWidth(fields, width);
  return fields.flatMap(([name, value]) => {
    const [first = "", ...others] = wrapWords(value, width - size - GAP.length);
    const below = (line: string) => ["", " ".repeat(size) + GAP + line] as const;
    if (name.length <= size) return [[name.padEnd(size), GAP + first], ...others.map(below)];
    return [[name, ""], ...[first, ...others].map(below)];
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
