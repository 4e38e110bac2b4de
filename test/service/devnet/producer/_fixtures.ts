import type { Chain } from "../../../../src/chains/mod.ts";
import type { AlphaTransfer } from "../../../../src/devnet/mod.ts";
import {
  type DevAccount,
  feeOf,
  type SpendableRecord,
  signTransaction,
  type TransactionOf,
} from "../../../../src/devnet/mod.ts";
import { isRefusal } from "../../../../src/service/chain/ledger/mod.ts";
import { type Announcement, type BlockSource } from "../../../../src/service/chain/block_source.ts";
import {
  type Devnet,
  type DevnetOptions,
  openDevnet,
} from "../../../../src/service/devnet/producer/mod.ts";
import { openSqliteStore, type Store } from "../../../../src/service/chain/store/mod.ts";
import { parseHex } from "../../../../src/units/mod.ts";
import { RENDER } from "../../chain/store/_blocks.ts";

/** A moment that every test starts from, in milliseconds since 1970. */
export const START = 1_800_000_000_000;

/** A devnet of short history that makes blocks only when told to, with its store in memory. */
export async function openQuiet(
  options: Partial<DevnetOptions> = {},
): Promise<{ devnet: Devnet; store: Store; advance: (seconds: number) => void }> {
  const store = options.store ?? openSqliteStore({ render: RENDER });
  let now = START;
  const devnet = await openDevnet({
    segment: "delta",
    history: 0,
    traffic: false,
    mode: "manual",
    clock: () => now,
    ...options,
    store,
  });
  return { devnet, store, advance: (seconds) => void (now += seconds * 1000) };
}

/** Signs and submits; gives the status, or the code of the refusal. */
export async function submit<C extends Chain>(
  source: BlockSource,
  account: DevAccount<C>,
  transaction: TransactionOf[C],
): Promise<string> {
  const { signedTx } = await signTransaction(account, transaction);
  const outcome = await source.submit(parseHex(signedTx));
  return isRefusal(outcome) ? outcome.code : outcome.status;
}

/** A transfer on alpha that spends one record: `value` to an address, the rest less the fee back to the owner. */
export function spend(
  owner: string,
  record: Pick<SpendableRecord, "serialNumber" | "value">,
  { to, value, nonce }: { readonly to: string; readonly value: bigint; readonly nonce: number },
): AlphaTransfer {
  const serialNumbers = [record.serialNumber];
  const draft = { type: "transfer", serialNumbers, outputs: [{ to, value }], nonce } as const;
  const parts = [...draft.outputs, { to: owner, value: 1n }];
  const change = record.value - value - feeOf("alpha", { ...draft, outputs: parts });
  return { ...draft, outputs: [...draft.outputs, { to: owner, value: change }] };
}

/**
 * Announcements of a devnet, in short: the kind with a height or the first characters of a hash.
 *
 * @param reasons Gets the reasons of those that are dropped.
 */
export function follow(devnet: Devnet, reasons: string[] = []): string[] {
  const seen: string[] = [];
  devnet.onAnnounced = (announcement) => {
    seen.push(describe(announcement));
    if (announcement.kind === "dropped") reasons.push(announcement.reason);
  };
  return seen;
}

function describe(announcement: Announcement): string {
  const { kind } = announcement;
  if (kind === "block")
    return `block ${announcement.block.height}: ${announcement.executed.length}`;
  if (kind === "removed") return `removed from ${announcement.fromHeight}`;
  return `${kind} ${short(announcement.transaction.hash)}`;
}

/** The first characters of a hash. */
export function short(hash: string): string {
  return hash.slice(0, 10);
}
