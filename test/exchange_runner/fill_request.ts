import { ExchangeError } from "./exchange_error.ts";
import type { Values } from "./values.ts";

const HOLE = /<([a-z][\w.+-]*(?: \w+)?)>/gi;
const RAW_BYTE = /<byte ([0-9a-f]{2})>/;

/** Texts that are too long to stand in a file, by the word in front of their size. */
const GENERATED: Readonly<Record<string, (size: number) => string>> = {
  /** A JSON text of that many levels. */
  nested: (size) => "[".repeat(size) + "]".repeat(size),
  /** That many letters. */
  letters: (size) => "x".repeat(size),
  /** A list of that many texts. */
  texts: (size) => JSON.stringify(Array.from({ length: size }, (_, index) => `text ${index}`)),
  /** A batch of that many calls, with the ids from 1. */
  calls: (size) => batchOf(size, "chain_getInfo", []),
  /** A batch of that many subscriptions, with the ids from 1. */
  subscriptions: (size) => batchOf(size, "chain_subscribe", ["reorgs"]),
};

function batchOf(size: number, method: string, params: readonly unknown[]): string {
  const calls = Array.from({ length: size }, (_, index) => ({
    jsonrpc: "2.0",
    id: index + 1,
    method,
    params,
  }));
  return JSON.stringify(calls);
}

/**
 * Fills the holes of a request's text: values by name, and generated texts (`<letters 129>`).
 *
 * @throws {ExchangeError} If there is no value of a name.
 */
export function fillText(text: string, values: Values): string {
  return text.replace(HOLE, (hole, inside: string) => {
    const [word = "", size] = inside.split(" ");
    if (word === "byte") return hole;
    const generate = Object.hasOwn(GENERATED, word) ? GENERATED[word] : undefined;
    if (!generate) return String(values.get(inside));
    if (!/^\d+$/.test(size ?? "")) throw new ExchangeError(`${hole} needs a size`);
    return generate(Number(size));
  });
}

/** A request's body as bytes: `<byte ff>` is that byte, everything else UTF-8. */
export function fillBody(text: string, values: Values): Uint8Array<ArrayBuffer> {
  const parts = fillText(text, values).split(RAW_BYTE);
  const chunks = parts.map((part, index) =>
    index % 2 === 0 ? Buffer.from(part) : Buffer.of(Number.parseInt(part, 16)),
  );
  return Buffer.concat(chunks);
}
