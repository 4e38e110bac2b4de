import { isLoopbackName } from "../../access/identity/mod.ts";

/**
 * Checks that devnet control may be served on `host`: a loopback address or `localhost`.
 *
 * @throws {RangeError} If other machines could reach it.
 *
 * @example
 * ```ts
 * import { requireLoopback } from "alphadelta/service";
 *
 * requireLoopback("127.0.0.1");
 * ```
 */
export function requireLoopback(host: string): void {
  if (isLoopbackName(host)) return;
  throw new RangeError(
    `Cannot serve devnet control on ${JSON.stringify(host)}: other machines could reach it; listen on 127.0.0.1, ::1 or localhost, or serve without it`,
  );
}
