import { decodeTransaction } from "../../src/devnet/internal.ts";
import { signTransaction, type TransactionOf } from "../../src/devnet/mod.ts";
import { parseHex } from "../../src/units/mod.ts";
import type { SignStep } from "./exchange.ts";
import { ExchangeError } from "./exchange_error.ts";
import { fillText } from "./fill_request.ts";
import type { Place } from "./place.ts";
import { accountOf, settledNonce } from "./sign_transfer.ts";
import type { Value, Values } from "./values.ts";

/** The fields of each type, with what makes of an option's text its value. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, (text: string) => unknown>>>> = {
  token_transfer: { contract: String, to: String, value: BigInt },
  delegate: { validator: String, value: BigInt },
  undelegate: { value: BigInt },
  claim_rewards: {},
  propose: { title: String, description: String },
  vote: { proposal: Number, choice: String },
};

/**
 * Signs a transaction of delta other than a transfer: `delegate from 3 validator <address> value 5`. Its options are the
 * type's fields, all of them, and `from`, `nonce`, `gasLimit` as for a transfer; values by name may stand in them.
 *
 * @returns What the case may name: `signedTx`, `txHash` and the parts of the transaction.
 * @throws {ExchangeError} If an option is missing or none of those.
 */
export async function signOnDelta(
  place: Place,
  { type, options }: SignStep,
  values: Values,
): Promise<ReadonlyMap<string, Value>> {
  const fields = FIELDS[type] ?? {};
  const { from = "0", nonce = "0", gasLimit, ...given } = options;
  const names = Object.keys(given).toSorted().join();
  if (names !== Object.keys(fields).toSorted().join()) {
    throw new ExchangeError(`${type} takes ${Object.keys(fields).join(", ")}, got ${names}`);
  }
  const payload = Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, fields[name]?.(fillText(text, values))]),
  );
  const account = { ...accountOf(place, from), chain: "delta" } as const;
  const next = await settledNonce(place, account.address);
  const gas = gasLimit === undefined ? {} : { gasLimit: BigInt(gasLimit) };
  const draft = { type, ...payload, nonce: next + Number(nonce), ...gas };
  const signed = await signTransaction(account, draft as unknown as TransactionOf["delta"]);
  const body = decodeTransaction(parseHex(signed.signedTx));
  const parts = Object.entries(body).map(([name, value]): [string, Value] => [
    name,
    typeof value === "bigint" ? value.toString() : (value as Value),
  ]);
  return new Map([...parts, ["signedTx", signed.signedTx], ["txHash", signed.txHash]]);
}
