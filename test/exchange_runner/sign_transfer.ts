import { decodeTransaction, type SignedTransaction } from "../../src/devnet/internal.ts";
import {
  commitmentOf,
  type DevAccount,
  feeOf,
  signTransaction,
  type SignedBytes,
} from "../../src/devnet/mod.ts";
import { parseHex } from "../../src/units/mod.ts";
import { breakTransaction } from "./break_transaction.ts";
import { callMethod } from "./call_method.ts";
import type { SignStep } from "./exchange.ts";
import { ExchangeError } from "./exchange_error.ts";
import { advanceUntil, type Place } from "./place.ts";
import { unspentRecords } from "./unspent_records.ts";
import type { Value } from "./values.ts";

/** Fields of a transfer, besides its sender. */
interface Plan {
  readonly to: string;
  readonly value: bigint;
  readonly nonce: number;
  readonly gas: { readonly gasPrice?: bigint; readonly gasLimit?: bigint };
}

/** A transaction to sign, as a case describes it. */
export type SignOptions = Pick<SignStep, "options">;

const OPTIONS = ["from", "to", "value", "nonce", "gasPrice", "gasLimit", "for", "broken"];

/**
 * Signs a transfer between dev accounts: `transfer from 3 to 4 value 5`.
 *
 * Its nonce is the next one of the sender, once all the sender sent before is in a block. `nonce +1` or `nonce -1` is
 * that much beside it. `gasPrice` and `gasLimit` are as `signTransaction` has them. `for chain` or `for network` signs
 * for the other chain or network. `broken signature`, `broken encoding` or `broken from` spoils the signed bytes.
 *
 * @returns What the case may name: `signedTx`, `txHash` and the parts of the transaction.
 * @throws {ExchangeError} If an option is none of those, or the sender has no record to spend.
 */
export async function signTransfer(
  place: Place,
  { options }: SignOptions,
): Promise<ReadonlyMap<string, Value>> {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new ExchangeError(`transfer has no option ${unknown}`);
  const stranger = options["for"];
  const home = accountOf(place, options["from"] ?? "0");
  const sender = stranger === undefined ? home : strangerOf(place, stranger);
  const next = stranger === undefined ? await settledNonce(place, sender.address) : 0;
  const plan: Plan = {
    to: stranger === "chain" ? sender.address : accountOf(place, options["to"] ?? "1").address,
    value: BigInt(options["value"] ?? "1"),
    nonce: next + Number(options["nonce"] ?? "0"),
    gas: {
      ...(options["gasPrice"] === undefined ? {} : { gasPrice: BigInt(options["gasPrice"]) }),
      ...(options["gasLimit"] === undefined ? {} : { gasLimit: BigInt(options["gasLimit"]) }),
    },
  };
  const signed = await sign(place, sender, plan);
  const body = decodeTransaction(parseHex(signed.signedTx));
  const { broken } = options;
  const signedTx =
    broken === undefined ? signed.signedTx : breakTransaction(body, broken, place.accounts);
  return describe({ ...signed, signedTx }, body, plan);
}

async function sign(place: Place, sender: DevAccount, plan: Plan): Promise<SignedBytes> {
  const { to, value, nonce, gas } = plan;
  if (sender.chain === "delta") {
    const account = { ...sender, chain: "delta" } as const;
    return signTransaction(account, { type: "transfer", to, value, nonce, ...gas });
  }
  const [record] = await unspentRecords(place, sender);
  if (!record) throw new ExchangeError(`${sender.address} has no unspent record`);
  const payment = { to, value };
  const draft = {
    type: "transfer",
    serialNumbers: [record.serialNumber],
    outputs: [payment, { to: sender.address, value: 1n }],
    ...gas,
  } as const;
  const change = record.value - value - feeOf("alpha", draft);
  const outputs = change > 0n ? [payment, { to: sender.address, value: change }] : [payment];
  const account = { ...sender, chain: "alpha" } as const;
  return signTransaction(account, { ...draft, outputs, nonce });
}

async function describe(
  { signedTx, txHash }: SignedBytes,
  body: SignedTransaction,
  { to, value }: Plan,
): Promise<ReadonlyMap<string, Value>> {
  const { from, nonce, gasPrice, gasLimit } = body;
  const parts: [string, Value][] = [
    ["signedTx", signedTx],
    ["txHash", txHash],
    ["from", from],
    ["to", to],
    ["value", value.toString()],
    ["nonce", nonce],
    ["gasPrice", gasPrice.toString()],
    ["gasLimit", gasLimit.toString()],
  ];
  if (body.chain === "alpha") {
    parts.push(["serialNumber", body.serialNumbers[0] ?? ""]);
    for (const [index, output] of body.outputs.entries()) {
      const commitment = await commitmentOf({
        creator: txHash,
        index,
        owner: output.to,
        value: output.value,
      });
      parts.push([`commitment${index}`, commitment], [`output${index}`, output.value.toString()]);
    }
  }
  return new Map(parts);
}

/** The sender's next nonce, when nothing of it is pending any more. */
export async function settledNonce(place: Place, address: string): Promise<number> {
  let next = 0;
  await advanceUntil(place, `That nothing of ${address} is pending`, async () => {
    const [pending, settled] = await Promise.all([
      callMethod<{ nonce: number }>(place, "account_getNonce", address),
      callMethod<{ nonce: number }>(place, "account_getBalance", address),
    ]);
    next = pending.nonce;
    return pending.nonce === settled.nonce;
  });
  return next;
}

/** The dev account of an index, given as text. */
export function accountOf({ accounts }: Place, index: string): DevAccount {
  const account = accounts[Number(index)];
  if (!account) throw new ExchangeError(`There is no dev account ${index}`);
  return account;
}

function strangerOf({ strangers }: Place, kind: string): DevAccount {
  if (kind === "chain" || kind === "network") return strangers[kind];
  throw new ExchangeError(`transfer: for must be chain or network, got ${kind}`);
}
