import { type DevAccount, devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import type { Chain } from "../../src/chains/mod.ts";
import type { OperationId } from "../../src/generated/client/operations.gen.ts";
import { isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { CALLS, type ExampleService, requestOf, TOPICS } from "./example_service.ts";

/** The accounts, transactions and other records of the examples. */
export interface Cast {
  readonly alice: string;
  readonly bob: string;
  readonly validator: string;
  readonly proposal: Json;
  /** Alice's latest transfer, with its block. */
  readonly transfer: JsonObject;
  /** The latest transfer of tokens. */
  readonly tokenTransfer: JsonObject;
  /** The latest transfer of alpha. */
  readonly alphaTransfer: JsonObject;
  /** Serial number of an unspent record of alpha. */
  readonly unspent: string;
  /** The pending transaction, with its bytes. */
  readonly pending: { readonly hash: string; readonly signedTx: string };
  /** Bytes of a transaction with the next nonce of that sender. */
  readonly next: string;
  /** Refused transactions by error. */
  readonly refused: Readonly<Record<string, string>>;
  /** Cursor in the event log of each chain, just before the reorganisation. */
  readonly after: Readonly<Record<Chain, string>>;
}

/** A hash of no record. */
export const UNKNOWN_HASH = "0xd6a027d071f1a38fcfbaca4b9f2626cf54d3d33292b8361b80d01f2fbcfabe14";

/** Finds the records of the examples on the chain of a service. */
export async function findCast(service: ExampleService): Promise<Cast> {
  const first = async (
    id: OperationId,
    query: Readonly<Record<string, string>> = {},
    chain: Chain = "delta",
  ): Promise<JsonObject> => {
    const [item] = await service.list(id, { ...query, limit: "1" }, chain);
    return isObject(item) ? item : {};
  };
  const [alice, bob] = await devAccounts("delta", { count: 2 });
  const [, , carol] = await devAccounts("alpha", { count: 3 });
  if (!alice || !bob || !carol) throw new Error("Cannot find the cast: there are no accounts");
  const sent = { type: "transfer", address: alice.address };
  const after = {
    alpha: await cursorOf(service, "alpha"),
    delta: await cursorOf(service, "delta"),
  };
  const { next, ...pending } = await findPending(service, bob, alice.address);
  return {
    alice: alice.address,
    bob: bob.address,
    validator: textAt(await first("listValidators"), "address"),
    proposal: (await first("listProposals")).id ?? null,
    transfer: await first("listTransactions", sent),
    tokenTransfer: await findTokenTransfer(service),
    alphaTransfer: await first("listTransactions", {}, "alpha"),
    unspent: carol.records[0]?.serialNumber ?? "",
    pending,
    next,
    refused: await signRefused(service, { alice, bob, pending: pending.signedTx }),
    after,
  };
}

async function findTokenTransfer(service: ExampleService): Promise<JsonObject> {
  const listed = await service.list("listTransactions", { type: "token_transfer" }, "delta");
  const moved = listed.filter(isObject).find(({ token }) => token !== undefined);
  if (!moved) throw new Error("Cannot find the cast: no transaction moved tokens");
  return moved;
}

/** The cursor of the last block before the reorganisation. */
async function cursorOf(service: ExampleService, chain: Chain): Promise<string> {
  const socket = await service.connect(chain);
  await socket.call(requestOf(CALLS.subscribe, [TOPICS.blocks, { after: START }]));
  let cursor = START;
  for (;;) {
    const { result, cursor: own } = objectAt(await socket.next(), "params");
    if (objectAt(result, "reorg").fromHeight !== undefined) break;
    cursor = String(own);
  }
  socket.close();
  return cursor;
}

/** The cursor before the first event of the log: epoch and sequence, as the service writes them. */
const START = btoa("1:0").replace(/=+$/, "");

/** Signs the pending transaction, Bob's last one, again. */
async function findPending(
  service: ExampleService,
  bob: DevAccount<"delta">,
  to: string,
): Promise<Cast["pending"] & Pick<Cast, "next">> {
  const reply = await service.rpc(requestOf(CALLS.getNonce, [bob.address]), "delta");
  const nonce = Number(objectAt(reply, "result").nonce) - 1;
  const transfer = { type: "transfer", to, value: PENDING_VALUE, nonce } as const;
  const { signedTx, txHash } = await signTransaction(bob, transfer);
  const found = await service.rpc(requestOf(CALLS.getTransaction, [txHash]), "delta");
  const { signedTx: next } = await signTransaction(bob, { ...transfer, nonce: nonce + 1 });
  if (objectAt(found, "result").status === "pending") return { hash: txHash, signedTx, next };
  throw new Error(`Cannot find the cast: ${bob.address} has another transaction pending`);
}

/** Value of the transaction that the example chain leaves pending. */
const PENDING_VALUE = 1_200_000_000_000_000_000n;

interface Signers {
  readonly alice: DevAccount<"delta">;
  readonly bob: DevAccount<"delta">;
  /** Bytes of a valid transaction. */
  readonly pending: string;
}

async function signRefused(
  service: ExampleService,
  { alice, bob, pending }: Signers,
): Promise<Cast["refused"]> {
  const reply = await service.rpc(requestOf(CALLS.getNonce, [alice.address]), "delta");
  const next = Number(objectAt(reply, "result").nonce);
  const sign = async (nonce: number, value: bigint): Promise<string> => {
    const transfer = { type: "transfer", to: bob.address, value, nonce } as const;
    return (await signTransaction(alice, transfer)).signedTx;
  };
  return {
    // Another last digit makes the signature invalid.
    TransactionRejected: pending.slice(0, -1) + (pending.endsWith("0") ? "1" : "0"),
    InsufficientFunds: await sign(next, 10n ** 27n),
    NonceTooLow: await sign(0, 1n),
    NonceTooHigh: await sign(next + 2, 1n),
  };
}
