import type { Chain } from "../../../../src/chains/mod.ts";
import {
  type DevAccount,
  signTransaction,
  type TransactionOf,
} from "../../../../src/devnet/mod.ts";
import { isRefusal } from "../../../../src/service/ledger/mod.ts";
import {
  type Devnet,
  type DevnetOptions,
  openDevnet,
  type Source,
} from "../../../../src/service/source/mod.ts";
import { openSqliteStore, type Store } from "../../../../src/service/store/mod.ts";
import { parseHex } from "../../../../src/units/mod.ts";
import { RENDER } from "../../store/_blocks.ts";

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
  source: Source,
  account: DevAccount<C>,
  transaction: TransactionOf[C],
): Promise<string> {
  const { signedTx } = await signTransaction(account, transaction);
  const outcome = await source.submit(parseHex(signedTx));
  return isRefusal(outcome) ? outcome.code : outcome.status;
}
