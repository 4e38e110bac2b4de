import { once } from "node:events";
import { styleText } from "node:util";
import { escapeControls } from "../../units/internal.ts";

/** A stream of Node; a terminal has a size. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** Its number in the process. */
  readonly fd?: number;
  write(text: string, written?: Written): unknown;
}

/** Called once a text is written, or cannot be. */
type Written = (error?: Error | null) => void;

/** A kind of text that may have a colour. */
export type Style = "title" | "good" | "bad" | "quiet";

const FORMATS = { title: "bold", good: "green", bad: "red", quiet: "dim" } as const;

/** A text that has a colour on a terminal that shows them. */
interface Styled {
  readonly style: Style;
  readonly text: string;
}

/** A part of a line. */
export type Part = string | Styled;

export function styled(style: Style, text: string): Styled {
  return { style, text };
}

/** Commands of a terminal: go to the first line, go to the start of the line, clear to its end, clear the lines below. */
const TOP = "\u001b[H";
const START = "\r";
const REST = "\u001b[K";
const BELOW = "\u001b[J";

/**
 * Standard output or error. All that a command prints passes here, where it is escaped once: anyone can write a title or a
 * message, so that no control character reaches a terminal but those of this class, and no text makes a line of its own.
 */
export class TextOutput {
  readonly #stream: OutputStream;
  readonly #hasColours: boolean;

  /** @param mayColour True if a terminal shows colours. */
  constructor(stream: OutputStream, mayColour: boolean) {
    this.#stream = stream;
    this.#hasColours = mayColour && this.isTTY;
  }

  get isTTY(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Columns of the terminal; undefined where that is unknown: some terminals say 0. */
  get columns(): number | undefined {
    return this.#stream.columns || undefined;
  }

  /** Number of the stream in the process, where it has one. */
  get fd(): number | undefined {
    return this.#stream.fd;
  }

  /** Writes one line. */
  line(...parts: readonly Part[]): void {
    this.#stream.write(`${parts.map((part) => this.#shown(part)).join("")}\n`);
  }

  /** Writes lines, at once. */
  lines(lines: readonly string[], written?: Written): void {
    this.#stream.write(lines.map((line) => `${escapeControls(line)}\n`).join(""), written);
  }

  /** Writes a text whose line ends are meant, such as a help or indented JSON. */
  text(text: string, written?: Written): void {
    this.#stream.write(text.split("\n").map(escapeControls).join("\n"), written);
  }

  /** Writes a line of a file, with its end: as it is, but for a terminal. Resolves when the reader takes more. */
  async data(line: string): Promise<void> {
    const text = this.isTTY ? `${escapeControls(line.replace(/\n$/, ""))}\n` : line;
    const isFree = this.#stream.write(text);
    if (isFree === false) await once(this.#stream as NodeJS.WriteStream, "drain");
  }

  /** Writes the present line of a terminal anew; elsewhere nothing. */
  redraw(text: string): void {
    if (this.isTTY) this.#stream.write(`${START}${escapeControls(text)}${REST}`);
  }

  /** Paints a page in the place of the one before, by one write: a terminal that is cleared first flickers. */
  async page(paint: (page: TextOutput) => Promise<void>): Promise<void> {
    const { columns } = this;
    const rows = this.#stream.rows || Infinity;
    let text = "";
    const stream = { isTTY: true, columns, write: (part: string) => (text += part) };
    await paint(new TextOutput(stream, this.#hasColours));
    const lines = text.split("\n").slice(0, -1);
    // Further lines would scroll the first ones away.
    const left = lines.splice(Math.max(1, rows - 2));
    if (left.length > 0) lines.push(`${left.length} lines do not fit.`);
    this.#stream.write(`${TOP}${lines.map((line) => `${line}${REST}\n`).join("")}${BELOW}`);
  }

  #shown(part: Part): string {
    if (typeof part === "string") return escapeControls(part);
    const text = escapeControls(part.text);
    if (!this.#hasColours || text === "") return text;
    return styleText(FORMATS[part.style], text, { validateStream: false });
  }
}
