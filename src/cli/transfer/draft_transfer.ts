import { formatUnits, NATIVE_DECIMALS } from "../../units/mod.ts";
import type { Client, OperationFunctions } from "../../client/mod.ts";
import {
  type AlphaTransfer,
  type DeltaTransfer,
  feeOf,
  genesisRecords,
  type SpendableRecord,
  serialNumberOf,
  signTransaction,
  type TokenTransfer,
} from "../../devnet/mod.ts";
import { payFrom } from "../../devnet/internal.ts";
import { isAlphadeltaError } from "../../errors/mod.ts";
import type { Operations } from "../../generated/client/operations.gen.ts";
import type { Amount } from "../../units/mod.ts";
import { wrongUse } from "../exit_error.ts";
import { readAmount } from "../output/format_value.ts";
import type { TransferAccount } from "./read_account.ts";

/** A requested transfer: an amount as people write it, of the native token or of another. */
export interface TransferRequest {
  readonly to: string;
  readonly amount: string;
  /** Symbol or contract of the token; the native one if left out. */
  readonly token: string | undefined;
  /** Seed of the devnet, which the records of its genesis follow from. */
  readonly seed: number;
  /** Serial numbers of records that pending transactions may spend. */
  readonly taken: Set<string>;
}

type WithoutNonce<T> = T extends unknown ? Omit<T, "nonce"> : never;

/** A transfer that is yet without its nonce. */
export interface Draft {
  readonly transaction: WithoutNonce<DeltaTransfer | TokenTransfer | AlphaTransfer>;
  readonly value: Amount;
  readonly symbol: string;
  readonly decimals: number;
  readonly fee: Amount;
}

type ClientOf<Call extends "listAccountTokens" | "listAccountTransactions"> = OperationFunctions<
  Operations[Call]["chains"]
>;

export function draftTransfer(
  client: Client,
  account: TransferAccount,
  request: TransferRequest,
): Promise<Draft> {
  if (client.chain === "alpha") return draftOnAlpha(client, account, request);
  return request.token === undefined
    ? draftOnDelta(request)
    : draftToken(client, account, { ...request, token: request.token });
}

/** Signs and submits a draft; with other records where the service says that a pending transaction spends one of them. */
export async function submitDraft(
  client: Client,
  account: TransferAccount,
  request: TransferRequest,
  { transaction, fee }: Draft,
): Promise<{ readonly txHash: string; readonly nonce: number; readonly fee: Amount }> {
  const nonces = client.createNonces(account.address);
  try {
    const sent = await nonces.send((nonce) => signTransaction(account, { ...transaction, nonce }));
    return { ...sent, fee };
  } catch (error) {
    const records = "serialNumbers" in transaction ? transaction.serialNumbers : [];
    // Errors do not repeat the request, so the record that is taken is not known.
    const isTaken =
      isAlphadeltaError(error, "RpcError") &&
      error.code === -32000 &&
      /pending/.test(error.data ?? "");
    if (!isTaken || records.length === 0) throw error;
    for (const one of records) request.taken.add(one);
    return submitDraft(client, account, request, await draftTransfer(client, account, request));
  }
}

async function draftOnDelta({ to, amount }: TransferRequest): Promise<Draft> {
  const value = readAmount(amount, NATIVE_DECIMALS);
  const transaction = { type: "transfer", to, value } as const;
  const fee = feeOf("delta", transaction);
  return { transaction, value, symbol: "delta", decimals: NATIVE_DECIMALS, fee };
}

async function draftToken(
  client: Client,
  { address }: TransferAccount,
  { to, amount, token }: TransferRequest & { readonly token: string },
): Promise<Draft> {
  const { listAccountTokens } = client as unknown as ClientOf<"listAccountTokens">;
  const { tokens } = await listAccountTokens(address);
  const isAsked = ({ contract, symbol }: (typeof tokens)[number]): boolean =>
    contract === token || symbol.toLowerCase() === token.toLowerCase();
  const [found, ...others] = tokens.filter(isAsked);
  if (!found) {
    const held = tokens.map(({ symbol }) => symbol).join(", ") || "no token";
    throw wrongUse(`Cannot send token ${JSON.stringify(token)}: ${address} has ${held}.`);
  }
  if (others.length > 0)
    throw wrongUse(`Cannot tell which token ${token} is: pass the address of its contract.`);
  const { contract, symbol, decimals, balance } = found;
  const value = readAmount(amount, decimals);
  // Submitted, it would fail in its block, for a fee.
  if (value > balance)
    throw new Error(
      `Cannot send ${amount} ${symbol}: ${address} has ${formatUnits(balance, decimals)} ${symbol}.`,
    );
  const transaction = { type: "token_transfer", contract, to, value } as const;
  return { transaction, value, symbol, decimals, fee: feeOf("delta", transaction) };
}

/** Most records that a transaction spends. */
const MOST_RECORDS = 100;

async function draftOnAlpha(
  client: Client,
  account: TransferAccount,
  { to, amount, token, seed, taken }: TransferRequest,
): Promise<Draft> {
  if (token !== undefined) throw wrongUse("Cannot use --token: alpha has no tokens.");
  const value = readAmount(amount, NATIVE_DECIMALS);
  const records: SpendableRecord[] = [];
  for await (const record of unspentRecords(client, account, seed)) {
    if (taken.has(record.serialNumber)) continue;
    records.push(record);
    const transaction = payFrom(records, { from: account.address, to, value });
    const spent = { value, symbol: "alpha", decimals: NATIVE_DECIMALS };
    if (transaction) return { transaction, ...spent, fee: feeOf("alpha", transaction) };
    if (records.length === MOST_RECORDS) break;
  }
  const pending =
    taken.size > 0 ? " Pending transactions may spend others: try again after the next block." : "";
  throw new Error(
    `Cannot send ${amount} alpha: ${records.length} unspent records of ${account.address} were found, and their value does not cover it and the fee.${pending}`,
  );
}

/** Records of an account that no transaction in a block has spent: the newest first, those of genesis at last. */
async function* unspentRecords(
  client: Client,
  { address, network }: TransferAccount,
  seed: number,
): AsyncGenerator<SpendableRecord> {
  const spent = new Set<string>();
  const { listAccountTransactions } = client as unknown as ClientOf<"listAccountTransactions">;
  const pages = listAccountTransactions(address, { limit: 100 });
  for await (const transaction of pages) {
    const { status, serialNumbers = [], commitments = [] } = transaction;
    if (status === "failed") continue;
    // A record is spent after it is created: newest first, its spending is seen before.
    for (const serialNumber of serialNumbers) spent.add(serialNumber);
    for (const commitment of commitments) {
      const record = await unspentRecord(client, address, commitment, spent);
      if (record) yield record;
    }
  }
  for (const { commitment } of await genesisRecords({ network, seed, owner: address })) {
    const record = await unspentRecord(client, address, commitment, spent);
    if (record) yield record;
  }
}

async function unspentRecord(
  client: Client,
  address: string,
  commitment: string,
  spent: ReadonlySet<string>,
): Promise<SpendableRecord | undefined> {
  const serialNumber = await serialNumberOf(commitment);
  if (spent.has(serialNumber)) return undefined;
  const record = await client.rpc.call("alpha_getRecord", [commitment]);
  const { owner, value } = (record ?? {}) as { readonly owner?: string; readonly value?: Amount };
  if (owner !== address || value === undefined) return undefined;
  return { commitment, serialNumber, value };
}
