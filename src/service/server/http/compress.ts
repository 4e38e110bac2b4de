import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { SentResponse, ServiceRequest } from "../../api/context/mod.ts";

/** Bytes above which compressing would hold up everyone else; another thread does it then. */
const HANDED_OVER = 64 * 1024;

/** The level that costs least; higher ones save another 5 % of the bytes for twice the time. */
const LEVEL = 1;

const compressElsewhere = promisify(gzip);

/** An answer's body as it goes out, and the headers that tell of its form. */
export interface EncodedBody {
  /** Text of one byte a character goes out as it is, without being encoded anew. */
  readonly body: string | Uint8Array;
  readonly encoding: "latin1" | "utf8";
  /** Bytes that go out. */
  readonly length: number;
  readonly headers: Readonly<Record<string, string>>;
}

const NONE = {};
const VARY = { Vary: "Accept-Encoding" };

/**
 * Encodes an answer's body, as gzip where it is worth it and the client takes it. What is not compressed is given at
 * once: most answers are small, and a turn of waiting costs them more than all else here.
 *
 * @param from The fewest bytes that are compressed.
 */
export function compress(
  { headers, body, bytes, gzipped }: Pick<SentResponse, "headers" | "body" | "bytes" | "gzipped">,
  request: Pick<ServiceRequest, "header">,
  from: number,
): EncodedBody | Promise<EncodedBody> {
  const encoding = bytes === body.length ? "latin1" : "utf8";
  const plain = { body, encoding, length: bytes } as const;
  if (bytes < from || headers["Content-Type"] === undefined) return { ...plain, headers: NONE };
  if (!takesGzip(request.header("accept-encoding"))) return { ...plain, headers: VARY };
  const compressed =
    gzipped ?? gzipOf(typeof body === "string" ? Buffer.from(body, encoding) : body);
  return compressed instanceof Promise ? compressed.then(encodedBody) : encodedBody(compressed);
}

function encodedBody(body: Uint8Array): EncodedBody {
  const headers = { ...VARY, "Content-Encoding": "gzip" };
  return { body, encoding: "latin1", length: body.length, headers };
}

function gzipOf(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  const options = { level: LEVEL };
  return bytes.length > HANDED_OVER ? compressElsewhere(bytes, options) : gzipSync(bytes, options);
}

/** Reads an `Accept-Encoding`: gzip by its name, else by `*`; with a weight of 0 it is refused. */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  const weights = new Map(acceptEncoding.toLowerCase().split(",").map(weightOf));
  const weight = weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0;
  return weight > 0;
}

function weightOf(part: string): [coding: string, weight: number] {
  const [coding = "", ...parameters] = part.split(";").map((text) => text.trim());
  const q = parameters.find((text) => text.startsWith("q="));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return [coding, Number.isNaN(weight) ? 0 : weight];
}
