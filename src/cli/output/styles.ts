import { styleText } from "node:util";
import type { Terminal } from "../terminal.ts";

/** A kind of text that may have a colour. */
export type Style = "title" | "good" | "bad" | "quiet";

const FORMATS = { title: "bold", good: "green", bad: "red", quiet: "dim" } as const;

/** Colours a text for a terminal; elsewhere, and with a `NO_COLOR` that is not empty, it stays as it is. */
export function styled({ stdout, env }: Terminal, style: Style, text: string): string {
  const isPlain = !stdout.isTTY || Boolean(env.NO_COLOR) || env.TERM === "dumb";
  return isPlain ? text : styleText(FORMATS[style], text, { validateStream: false });
}
