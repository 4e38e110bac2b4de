import { Buffer } from "node:buffer";
import type { Segment } from "../../../../chains/mod.ts";
import { formatHex, type Hex } from "../../../../units/mod.ts";
import { createSha256, type Sha256 } from "../../../crypto.ts";
import type { GenesisState, ProducedBlock } from "../../ledger/mod.ts";

/** Fields of the first line, besides format and version. */
export interface DumpHeader extends GenesisState {
  /** Height of the head. */
  readonly height: number;
  /** Transactions in all blocks. */
  readonly transactions: number;
  readonly pending: number;
}

/** Fields of the last line. */
interface DumpEnd {
  /** Lines before it. */
  readonly lines: number;
  /** SHA-256 over these lines, each with its line end. */
  readonly digest: Hex;
}

const DUMP_FORMAT = "alphadelta chain";

/** Numbers of the first line, in their order. */
const COUNTS = ["seed", "accounts", "height", "transactions", "pending"] as const;

/** Version of the lines. A change that a reader of this version would not understand raises it. */
const DUMP_VERSION = 1;

/** Writes the first line, without its end. */
export function formatHeader(header: DumpHeader): string {
  const { segment } = header;
  const counts = countsBy((name) => header[name]);
  return JSON.stringify({ format: DUMP_FORMAT, version: DUMP_VERSION, segment, ...counts });
}

function countsBy(read: (name: (typeof COUNTS)[number]) => number): Omit<DumpHeader, "segment"> {
  const counts = COUNTS.map((name) => [name, read(name)]);
  return Object.fromEntries(counts) as Omit<DumpHeader, "segment">;
}

/** Writes a block's line, without its end. */
export function formatBlock({
  block,
  executed,
}: Pick<ProducedBlock, "block" | "executed">): string {
  return JSON.stringify({
    height: block.height,
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: block.timestamp,
    validator: block.validator,
    stateRoot: block.stateRoot,
    transactionsRoot: block.transactionsRoot,
    receiptsRoot: block.receiptsRoot,
    gasUsed: block.gasUsed.toString(),
    gasLimit: block.gasLimit.toString(),
    txCount: block.txCount,
    transactions: executed.map(({ raw }) => formatHex(raw)),
  });
}

/** Writes a pending transaction's line, without its end. */
export function formatPending(raw: Uint8Array): string {
  return JSON.stringify({ pending: formatHex(raw) });
}

/** Writes the last line, without its end. */
export function formatEnd({ lines, digest }: DumpEnd): string {
  return JSON.stringify({ lines, digest });
}

/** A line's text as an object of unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a line as an object.
 *
 * @throws {SyntaxError} If it is none; the message is the reason alone.
 */
export function parseFields(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SyntaxError("it is not JSON", { cause });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new SyntaxError("it is not a JSON object");
}

/**
 * Reads the first line.
 *
 * @throws {SyntaxError} If it is not what `formatHeader` writes for `segment`; the message is the reason alone.
 */
export function parseHeader(text: string, segment: Segment): DumpHeader {
  const fields = parseFields(text);
  if (fields["format"] !== DUMP_FORMAT)
    throw new SyntaxError("it is not the header of a chain dump");
  if (fields["version"] !== DUMP_VERSION) {
    const found = JSON.stringify(fields["version"]);
    throw new SyntaxError(`version is ${found}, this release reads version ${DUMP_VERSION}`);
  }
  if (fields["segment"] !== segment) {
    throw new SyntaxError(`segment is ${JSON.stringify(fields["segment"])}, expected "${segment}"`);
  }
  const counts = countsBy((name) => wholeNumber(fields, name));
  return checkText({ segment, ...counts }, formatHeader, text);
}

/** A field as a whole number from 0. */
export function wholeNumber(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new SyntaxError(`${name} is ${JSON.stringify(value)}, it must be a whole number from 0`);
}

/** Gives `value` if its line is exactly `text`: what a line says it says in one way. */
export function checkText<T>(value: T, format: (value: T) => string, text: string): T {
  if (format(value) === text) return value;
  throw new SyntaxError("it is not in the form that dump writes");
}

/** Longest line that is read: many times what a full block comes to. */
const MAX_LINE_BYTES = 256 * 2 ** 20;
const LINE_END = 10;

/** Reads lines from bytes, counts them, and keeps the hash of all but the newest. */
export class DumpReader {
  /** Number of the newest line, from 1; while one is being read, that one's. */
  count = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** Until it is asked for. */
  #digest: Sha256 | undefined = createSha256();
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #rest: Uint8Array = new Uint8Array();
  #last: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * The next line without its end, or `undefined` where there is none.
   *
   * @throws {SyntaxError} If it has no end, is too long or no UTF-8; the message is the reason alone.
   */
  async next(): Promise<string | undefined> {
    this.#digest?.update(this.#last);
    this.count++;
    const line = await this.#readLine();
    if (!line) return undefined;
    this.#last = line;
    try {
      return this.#decoder.decode(line.subarray(0, -1));
    } catch (cause) {
      throw new SyntaxError("it is not UTF-8", { cause });
    }
  }

  /** The hash of every line before the newest. Ends the hashing. */
  endDigest(): string {
    if (!this.#digest) throw new Error("Cannot end the digest: it was ended before");
    const digest = this.#digest.end();
    this.#digest = undefined;
    return digest;
  }

  /** Lets go of where the bytes come from. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #readLine(): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const end = this.#rest.indexOf(LINE_END);
      const part = end === -1 ? this.#rest : this.#rest.subarray(0, end + 1);
      parts.push(part);
      length += part.length;
      if (length > MAX_LINE_BYTES)
        throw new SyntaxError(`it is longer than ${MAX_LINE_BYTES} bytes`);
      if (end !== -1) {
        this.#rest = this.#rest.subarray(end + 1);
        return parts.length === 1 ? part : Buffer.concat(parts, length);
      }
      const { done, value } = await this.#chunks.next();
      this.#rest = done ? new Uint8Array() : value;
      if (!done) continue;
      if (length === 0) return undefined;
      throw new SyntaxError("it is incomplete: no line end follows");
    }
  }
}
