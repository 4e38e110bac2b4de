import Negotiator from "negotiator";

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
