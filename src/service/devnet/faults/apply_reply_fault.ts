import type { Fault } from "./fault.ts";

/** Duplicates or shuffles the responses of a batch; any other body is returned unchanged. */
export function applyReplyFault(text: string, { kind, roll }: Fault): string {
  if ((kind !== "duplicate" && kind !== "shuffle") || !text.startsWith("[")) return text;
  const replies = JSON.parse(text) as unknown[];
  if (kind === "duplicate") {
    const position = Math.floor(roll * replies.length);
    return JSON.stringify(replies.toSpliced(position, 0, replies[position]));
  }
  return JSON.stringify(shuffled(replies, roll));
}

/** A different order of `items`, if there is one, derived from `roll`. */
function shuffled<T>(items: readonly T[], roll: number): T[] {
  const left = [...items];
  const result: T[] = [];
  let rest = roll;
  while (left.length > 0) {
    rest *= left.length;
    const position = Math.floor(rest);
    rest = (rest - position) % 1;
    result.push(...left.splice(position, 1));
  }
  const isSame = result.every((item, position) => item === items[position]);
  return isSame ? [...result.slice(1), ...result.slice(0, 1)] : result;
}
