import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import type { SentResponse, ServiceRequest } from "../../request.ts";

/** Of encodings that a client accepts equally, the first is sent. */
const OFFERED = ["gzip", "identity"];

/** Tells whether an `Accept-Encoding` prefers gzip to no encoding. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  // RFC 9110 treats an older name of gzip as the same.
  const headers = { "accept-encoding": acceptEncoding.replace(/\bx-gzip\b/gi, "gzip") };
  return new Negotiator({ headers }).encoding(OFFERED) === "gzip";
}

/** Bytes above which a thread of the pool compresses, so that other requests do not wait. */
const HANDED_OVER = 64 * 1024;

/** The level that costs least; higher ones save another 5 % of the bytes for twice the time. */
const LEVEL = { level: 1 } as const;

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

/** Bytes of the smallest body that is compressed. */
const COMPRESS_FROM = 8_192;

/** Encodes a response's body, with gzip where it is large enough and the client accepts it. */
export async function compress(
  { headers, body, bytes, gzipped }: Pick<SentResponse, "headers" | "body" | "bytes" | "gzipped">,
  request: Pick<ServiceRequest, "header">,
): Promise<EncodedBody> {
  const encoding = bytes === body.length ? "latin1" : "utf8";
  const plain = { body, encoding, length: bytes } as const;
  if (bytes < COMPRESS_FROM || headers["Content-Type"] === undefined)
    return { ...plain, headers: NONE };
  const varies = headers["Vary"] === undefined ? VARY : NONE;
  if (!acceptsGzip(request.header("accept-encoding"))) return { ...plain, headers: varies };
  const compressed =
    gzipped ?? (await gzipOf(typeof body === "string" ? Buffer.from(body, encoding) : body));
  const encodedHeaders = { ...varies, "Content-Encoding": "gzip" };
  return {
    body: compressed,
    encoding: "latin1",
    length: compressed.length,
    headers: encodedHeaders,
  };
}

async function gzipOf(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length <= HANDED_OVER) return gzipSync(bytes, LEVEL);
  // Room for the whole result, so that Node joins no parts: incompressible bytes grow by five in 16 kB, and a header.
  return compressElsewhere(bytes, {
    ...LEVEL,
    chunkSize: bytes.length + (bytes.length >> 10) + 1_024,
  });
}
