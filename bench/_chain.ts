import { type DevAccount, devAccounts, encodeTransaction } from "../src/devnet/mod.ts";
import type { SignedDeltaTransaction } from "../src/devnet/mod.ts";
import { sha256Hex } from "../src/service/crypto.ts";
import {
  type Block,
  blockKeys,
  createGenesis,
  readStateFor,
  type PreparedTransaction,
  produceBlock,
  type ProducedBlock,
} from "../src/service/chain/ledger/mod.ts";
import type { Store } from "../src/service/chain/store/mod.ts";
import { addressOf } from "./_fabricate.ts";

/** Accounts that value goes round between. */
const ACCOUNTS = 10_000;
const VALUE = 10n ** 18n;

/** The account that every tenth transfer goes to. */
export const BUSY = addressOf(0);

/** Where a chain of transfers stands. */
export interface Growing {
  readonly store: Store;
  head: Block;
  transactions: number;
  /** Accounts that have something to send. */
  readonly senders: string[];
  readonly nonces: Map<string, number>;
}

/** Starts a chain of delta in an empty store. */
export async function startChain(store: Store): Promise<Growing> {
  const genesis = await createGenesis({ segment: "delta", seed: 0, timestamp: 1_700_000_000 });
  await store.apply([genesis]);
  const senders = (await devAccounts("delta")).map(({ address }: DevAccount) => address);
  return { store, head: genesis.block, transactions: 0, senders, nonces: new Map() };
}

/**
 * Adds blocks of `count` transfers each until the chain has `transactions` of them. The ledger makes the blocks, and
 * everything is as in a real chain but for the signatures, which are never looked at here.
 */
export async function growChain(
  chain: Growing,
  transactions: number,
  count: number,
): Promise<void> {
  while (chain.transactions < transactions) {
    const candidates = Array.from({ length: count }, () => nextTransfer(chain));
    const produced = await makeBlock(chain, candidates);
    if (produced.executed.length !== count)
      throw new Error("Not every transfer got into its block");
    await chain.store.apply([produced]);
    chain.head = produced.block;
  }
}

/** Makes a block on top of a chain's head, without applying it. */
export async function makeBlock(
  { store, head }: Pick<Growing, "store" | "head">,
  transactions: readonly PreparedTransaction[],
): Promise<ProducedBlock> {
  const { validator } = head;
  const timestamp = head.timestamp + 2;
  const block = { chain: "delta", parent: head, transactions, validator, timestamp } as const;
  const state = await readStateFor(
    async (keys) => (await store.readState(keys)).values,
    (known) => blockKeys(block, known),
  );
  return produceBlock({ ...block, state }, (paths) => store.readTreeNodes(paths));
}

function nextTransfer(chain: Growing): PreparedTransaction {
  const turn = chain.transactions++;
  const from = chain.senders[(turn * 7_919) % chain.senders.length] ?? "";
  const to = turn % 10 === 5 ? BUSY : addressOf((turn * 104_729) % ACCOUNTS);
  const nonce = chain.nonces.get(from) ?? 0;
  chain.nonces.set(from, nonce + 1);
  // Others only have something to send a while after they first got something.
  if (turn < ACCOUNTS && turn % 20 === 0) chain.senders.push(to);
  const value = turn < ACCOUNTS ? 1_000n * VALUE : VALUE / 1_000n;
  const body: SignedDeltaTransaction = {
    chain: "delta",
    network: "mainnet",
    type: "transfer",
    from,
    to,
    value,
    nonce,
    gasPrice: 1_000_000_000n,
    gasLimit: 21_000n,
    publicKey: sha256Hex(from),
    signature: `0x${sha256Hex(String(turn)).slice(2).repeat(2)}`,
  };
  const raw = encodeTransaction(body);
  return { hash: sha256Hex(raw), raw, body };
}
