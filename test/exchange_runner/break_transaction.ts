import { encodeTransaction, type SignedTransaction } from "../../src/devnet/internal.ts";
import type { DevAccount } from "../../src/devnet/mod.ts";
import { formatHex, type Hex } from "../../src/units/mod.ts";
import { ExchangeError } from "./exchange_error.ts";

/**
 * Signed bytes that are wrong in one way: `signature` (one bit of it), `from` (another account's address) or
 * `encoding` (the same map with the number of its fields in two bytes where one is enough).
 *
 * @throws {ExchangeError} If `way` is none of those.
 */
export function breakTransaction(
  body: SignedTransaction,
  way: string,
  accounts: readonly DevAccount[],
): Hex {
  if (way === "signature") {
    const last = body.signature.endsWith("0") ? "1" : "0";
    return write({ ...body, signature: body.signature.slice(0, -1) + last });
  }
  if (way === "from") {
    const other = accounts.find(({ address }) => address !== body.from);
    return write({ ...body, from: other?.address ?? body.from });
  }
  if (way === "encoding") {
    const [first = 0, ...rest] = encodeTransaction(body);
    return formatHex(Uint8Array.of(0xb8, first & 0x1f, ...rest));
  }
  throw new ExchangeError(`broken must be signature, from or encoding, got ${way}`);
}

function write(body: SignedTransaction): Hex {
  return formatHex(encodeTransaction(body));
}
