import { isLoopbackName } from "../devnet/control/mod.ts";

/**
 * Checks that who listens on `host` can control the devnet.
 *
 * @throws {RangeError} If others than this machine could reach it.
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
    `Cannot serve devnet control on ${JSON.stringify(host)}: others than this machine could reach it; listen on 127.0.0.1, ::1 or localhost, or serve without it`,
  );
}
