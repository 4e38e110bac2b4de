import type { TextEdit } from "./text_edits.ts";

/** Lines that are shown around a change. */
const CONTEXT = 3;

/** Whole lines that are replaced, from `from` to before `to`. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly added: readonly string[];
}

/** The edits of a text as a unified diff for `git apply` and `patch -p1`; empty where there are none. */
export function unifiedDiff(file: string, text: string, edits: readonly TextEdit[]): string {
  if (edits.length === 0) return "";
  const lines = linesOf(text);
  let shift = 0;
  const hunks = joined(blocksOf(lines, edits)).map((blocks) => {
    const first = Math.max((blocks[0]?.from ?? 0) - CONTEXT, 0);
    const last = Math.min((blocks.at(-1)?.to ?? 0) + CONTEXT, lines.length);
    const body: string[] = [];
    let next = first;
    for (const { from, to, added } of blocks) {
      body.push(...marked(" ", lines.slice(next, from)), ...marked("-", lines.slice(from, to)));
      body.push(...marked("+", added));
      next = to;
    }
    body.push(...marked(" ", lines.slice(next, last)));
    const grown = blocks.reduce((sum, { from, to, added }) => sum + added.length - (to - from), 0);
    const size = last - first;
    const head = `@@ -${first + 1},${size} +${first + 1 + shift},${size + grown} @@\n`;
    shift += grown;
    return head + body.join("");
  });
  return `--- a/${file}\n+++ b/${file}\n${hunks.join("")}`;
}

/** The lines that edits touch, as they are afterwards; edits of one line are one block. */
function blocksOf(lines: readonly string[], edits: readonly TextEdit[]): Block[] {
  const starts: number[] = [];
  let length = 0;
  for (const line of lines) {
    starts.push(length);
    length += line.length;
  }
  const lineAt = (offset: number): number => starts.findLastIndex((start) => start <= offset);
  const blocks: { from: number; to: number; edits: TextEdit[] }[] = [];
  for (const edit of edits) {
    const [from, to] = [lineAt(edit.start), lineAt(edit.end) + 1];
    const before = blocks.at(-1);
    if (before && from < before.to) {
      before.to = Math.max(before.to, to);
      before.edits.push(edit);
    } else blocks.push({ from, to, edits: [edit] });
  }
  return blocks.map(({ from, to, edits: own }) => {
    const base = starts[from] ?? 0;
    const old = lines.slice(from, to).join("");
    const changed = own
      .toReversed()
      .reduce(
        (text, { start, end, text: put }) =>
          text.slice(0, start - base) + put + text.slice(end - base),
        old,
      );
    return trimmed(lines, { from, to, added: linesOf(changed) });
  });
}

/** Without lines at its start and end that stay. */
function trimmed(lines: readonly string[], { from, to, added }: Block): Block {
  const old = lines.slice(from, to);
  const most = Math.min(old.length, added.length);
  let head = 0;
  while (head < most && old[head] === added[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === added.at(-1 - tail)) tail++;
  return { from: from + head, to: to - tail, added: added.slice(head, added.length - tail) };
}

/** Blocks whose context meets are shown together. */
function joined(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last && block.from - (last.at(-1)?.to ?? 0) <= 2 * CONTEXT) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function marked(mark: string, lines: readonly string[]): string[] {
  return lines.map((line) =>
    line.endsWith("\n") ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`,
  );
}

/** With their ends. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}
