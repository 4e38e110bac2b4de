import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { ServiceRequest, ServiceResponse } from "../gateway/mod.ts";

/** Bytes above which compressing would hold up everyone else; another thread does it then. */
const HANDED_OVER = 64 * 1024;

/** The level that costs least; higher ones save another 5 % of the bytes for twice the time. */
const LEVEL = 1;

const compressElsewhere = promisify(gzip);

/** The bytes of an answer's body, and the headers that tell of their form. */
export interface EncodedBody {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Encodes an answer's body, as gzip where it is worth it and the client takes it.
 *
 * @param from The fewest bytes that are compressed.
 */
export async function compress(
  { headers, body, gzipped }: Pick<ServiceResponse, "headers" | "body" | "gzipped">,
  { header }: Pick<ServiceRequest, "header">,
  from: number,
): Promise<EncodedBody> {
  const bytes = Buffer.from(body);
  if (bytes.length < from || headers["Content-Type"] === undefined) return { bytes, headers: {} };
  const vary = { Vary: "Accept-Encoding" };
  if (!takesGzip(header("accept-encoding"))) return { bytes, headers: vary };
  const compressed = gzipped ?? (await gzipOf(bytes));
  return { bytes: compressed, headers: { ...vary, "Content-Encoding": "gzip" } };
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
