import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import type { SentResponse, ServiceRequest } from "../../request.ts";

/** Of encodings that a client accepts equally, the first is sent. */
const OFFERED = ["gzip", "identity"];

/** An older name of gzip that RFC 9110 treats as the same. */
const ALIAS = /\bx-gzip\b/gi;

/** Tells whether an `Accept-Encoding` prefers gzip to no encoding. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  const headers = { "accept-encoding": acceptEncoding.replace(ALIAS, "gzip") };
  return new Negotiator({ headers }).encoding(OFFERED) === "gzip";
}

/** Bytes above which a thread of the pool compresses, so that other requests do not wait. */
const HANDED_OVER = 64 * 1024;

/** The level that costs least; higher ones save another 5 % of the bytes for twice the time. */
const LEVEL = 1;

const compressElsewhere = promisify(gzip);

/** A response's body as it is sent, and the headers of its encoding. */
export interface EncodedBody {
  /** A string of one byte a character is sent as Latin-1, which saves encoding it. */
  readonly body: string | Uint8Array;
  readonly encoding: "latin1" | "utf8";
  /** Bytes that are sent. */
  readonly length: number;
  readonly headers: Readonly<Record<string, string>>;
}

const NONE = {};
const VARY = { Vary: "Accept-Encoding" };

/**
 * Encodes a response's body, with gzip where it is large enough and the client accepts it. A body that is not compressed
 * is returned synchronously: most are small, and a microtask costs more than the rest of this function.
 *
 * @param from Bytes of the smallest body that is compressed.
 */
export function compress(
  { headers, body, bytes, gzipped }: Pick<SentResponse, "headers" | "body" | "bytes" | "gzipped">,
  request: Pick<ServiceRequest, "header">,
  from: number,
): EncodedBody | Promise<EncodedBody> {
  const encoding = bytes === body.length ? "latin1" : "utf8";
  const plain = { body, encoding, length: bytes } as const;
  if (bytes < from || headers["Content-Type"] === undefined) return { ...plain, headers: NONE };
  const varies = headers["Vary"] === undefined ? VARY : NONE;
  if (!acceptsGzip(request.header("accept-encoding"))) return { ...plain, headers: varies };
  const compressed =
    gzipped ?? gzipOf(typeof body === "string" ? Buffer.from(body, encoding) : body);
  if (compressed instanceof Promise) return compressed.then((done) => encodedBody(done, varies));
  return encodedBody(compressed, varies);
}

function encodedBody(body: Uint8Array, varies: EncodedBody["headers"]): EncodedBody {
  const headers = { ...varies, "Content-Encoding": "gzip" };
  return { body, encoding: "latin1", length: body.length, headers };
}

function gzipOf(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  const options = { level: LEVEL };
  return bytes.length > HANDED_OVER ? compressElsewhere(bytes, options) : gzipSync(bytes, options);
}
