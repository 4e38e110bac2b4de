import { Buffer } from "node:buffer";

import { createSha256, type Sha256 } from "../../../crypto.ts";

/** Longest line that is read: many times what a full block comes to. */
const MAX_LINE_BYTES = 256 * 2 ** 20;
const LINE_END = 10;

/** Reads lines from bytes, counts them, and keeps the hash of all but the newest. */
export class DumpReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** Until it is asked for. */
  #digest: Sha256 | undefined = createSha256();
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #rest: Uint8Array = new Uint8Array();
  #last: Uint8Array = new Uint8Array();
  #count = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Number of the newest line, from 1; while one is being read, that one's. */
  get count(): number {
    return this.#count;
  }

  /**
   * The next line without its end, or `undefined` where there is none.
   *
   * @throws {SyntaxError} If it has no end, is too long or no UTF-8; the message is the reason alone.
   */
  async next(): Promise<string | undefined> {
    this.#digest?.update(this.#last);
    this.#count++;
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
