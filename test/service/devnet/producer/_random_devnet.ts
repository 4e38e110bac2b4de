import { SEGMENTS } from "../../../../src/chains/mod.ts";
import {
  type DevAccount,
  devAccounts,
  genesisRecords,
  signTransaction,
} from "../../../../src/devnet/mod.ts";
import {
  ACCOUNT,
  type Account,
  isRefusal,
  recordNames,
} from "../../../../src/service/chain/ledger/mod.ts";
import { type Devnet, openDevnet } from "../../../../src/service/devnet/producer/mod.ts";
import type { Store } from "../../../../src/service/chain/store/mod.ts";
import { parseHex } from "../../../../src/units/mod.ts";
import { readHashes } from "../../chain/store/_blocks.ts";
import { spend, START } from "./_fixtures.ts";
import { Mirror } from "./_mirror.ts";

/** Options of a random devnet. */
export interface RandomDevnetOptions {
  readonly segment: "alpha" | "delta";
  readonly seed: number;
  /** Opens the store, which holds what it held when it was closed. */
  readonly openStore: () => Store;
}

interface OwnedRecord {
  readonly owner: string;
  readonly serialNumber: string;
  readonly value: bigint;
}

/** Whom random transactions are between. */
const ACCOUNTS = 4;
const HISTORY = 3;

/** A devnet that random things are done to, beside what its announcements alone tell of it. */
export class RandomDevnet {
  readonly #options: RandomDevnetOptions;
  readonly #random: (limit: number) => number;
  readonly #sent: Uint8Array[] = [];
  #records: OwnedRecord[] = [];
  #now = START;
  /** Acknowledged transactions at each snapshot. */
  readonly #snapshots = new Map<string, ReadonlySet<string>>();
  devnet!: Devnet;
  store!: Store;
  accounts: readonly DevAccount[] = [];
  /** The chain as the announcements tell it. */
  readonly mirror = new Mirror();
  /** Accepted transactions, without those given up by a revert. */
  acknowledged = new Set<string>();
  /** Number of times of each action. */
  readonly counts: Record<string, number> = {};

  constructor(options: RandomDevnetOptions) {
    this.#options = options;
    this.#random = createRandom(options.seed);
  }

  static async open(options: RandomDevnetOptions): Promise<RandomDevnet> {
    const devnet = new RandomDevnet(options);
    const { network } = SEGMENTS[options.segment];
    devnet.accounts = await devAccounts(options.segment, { network, count: ACCOUNTS });
    if (options.segment === "alpha") {
      for (const { address: owner } of devnet.accounts) {
        const records = await genesisRecords({ network, seed: 0, owner });
        devnet.#records.push(...records.map((record) => ({ ...record, owner })));
      }
    }
    await devnet.#open();
    const head = (await devnet.store.head())?.block.height ?? -1;
    for (let height = 0; height <= head; height++) {
      const hash = (await devnet.store.findBlock(height))?.block.hash ?? "";
      const hashes = await readHashes(devnet.store, hash);
      devnet.mirror.blocks.push({ height, hash, hashes });
      for (const one of hashes) devnet.acknowledged.add(one);
    }
    return devnet;
  }

  /** Does one thing. */
  async step(): Promise<void> {
    const dice = this.#random(100);
    if (dice < 55) await this.#do("submit", () => this.#submit());
    else if (dice < 75) await this.#do("block", () => this.#produce());
    else if (dice < 83) await this.#do("reorganise", () => this.#reorganise());
    else if (dice < 90) await this.#do("snapshot", () => this.#snapshot());
    else if (dice < 96) await this.#do("revert", () => this.#revert());
    else if (dice < 98) await this.#do("restart", () => this.#restart());
    else await this.#do("time", () => this.#setTime());
  }

  async #do(name: string, work: () => Promise<unknown>): Promise<void> {
    this.#count(name);
    await work();
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  async #open(): Promise<void> {
    const { segment, openStore } = this.#options;
    this.store = openStore();
    this.devnet = await openDevnet({
      segment,
      store: this.store,
      history: HISTORY,
      traffic: false,
      mode: "manual",
      mempoolSize: 12,
      clock: () => this.#now,
      onError(error) {
        throw error;
      },
    });
    this.#snapshots.clear();
    this.devnet.onAnnounced = (announcement) => {
      this.mirror.take(announcement);
      if (announcement.kind !== "block") return;
      for (const { status } of announcement.executed) this.#count(`executed ${status}`);
    };
  }

  async #submit(): Promise<void> {
    const raw = this.#random(8) === 0 ? this.#pick(this.#sent) : await this.#sign();
    if (!raw) return;
    const outcome = await this.devnet.submit(raw);
    const name = isRefusal(outcome) ? outcome.code : outcome.status;
    this.#count(`submitted: ${name}`);
    if (isRefusal(outcome)) return;
    this.#sent.push(raw);
    this.acknowledged.add(outcome.txHash);
  }

  async #sign(): Promise<Uint8Array | undefined> {
    const from = this.#pick(this.accounts);
    const to = this.#pick(this.accounts)?.address;
    if (!from || to === undefined) return undefined;
    const skip = [0, 0, 0, 0, 1, -1][this.#random(6)] ?? 0;
    const nonce = Math.max(0, (await this.devnet.nextNonce(from.address)) + skip);
    if (from.chain === "delta") {
      const { balance } = await this.#readAccount(from.address);
      // More than half of it is good, but of two in a block the second fails. More than all is refused.
      const tenths = [0n, 0n, 0n, 6n, 6n, 11n][this.#random(6)] ?? 0n;
      const value = (balance * tenths) / 10n + BigInt(this.#random(1_000));
      const transfer = { type: "transfer", to, value, nonce } as const;
      return parseHex((await signTransaction(from as DevAccount<"delta">, transfer)).signedTx);
    }
    return this.#signOnAlpha(from as DevAccount<"alpha">, to, nonce);
  }

  async #signOnAlpha(
    from: DevAccount<"alpha">,
    to: string,
    nonce: number,
  ): Promise<Uint8Array | undefined> {
    const owned = this.#records.filter(({ owner }) => owner === from.address);
    const record = this.#pick(owned);
    if (!record) return undefined;
    const value = BigInt(1 + this.#random(1_000)) * 10n ** 15n;
    const transfer = spend(from.address, record, { to, value, nonce });
    if (transfer.outputs.some((output) => output.value <= 0n)) return undefined;
    // Kept now and then, so that it is spent twice.
    if (this.#random(6) > 0) this.#records = this.#records.filter((one) => one !== record);
    const { txHash: creator, signedTx } = await signTransaction(from, transfer);
    transfer.outputs.forEach((output, index) => {
      const made = { owner: output.to, value: output.value };
      const { serialNumber } = recordNames({ creator, index, ...made });
      this.#records.push({ ...made, serialNumber });
    });
    return parseHex(signedTx);
  }

  async #readAccount(address: string): Promise<Account> {
    const { values } = await this.store.readState([ACCOUNT.key(address)]);
    return ACCOUNT.decode([...values.values()][0] ?? "");
  }

  async #produce(): Promise<void> {
    this.#now += this.#random(3_000);
    await this.devnet.produceBlock();
  }

  async #reorganise(): Promise<void> {
    const height = (await this.store.head())?.block.height ?? 0;
    if (height === 0) return;
    const depth = 1 + this.#random(Math.min(height, 5));
    const some = [...this.acknowledged].filter(() => this.#random(3) === 0);
    const leaveOut = [undefined, undefined, "all" as const, some][this.#random(4)];
    const extra = this.#random(2);
    const options = { blocks: depth + 1 + extra, ...(leaveOut ? { leaveOut } : {}) };
    await this.devnet.reorganise(depth, options);
  }

  async #snapshot(): Promise<void> {
    this.#snapshots.set(await this.devnet.snapshot(), new Set(this.acknowledged));
  }

  async #revert(): Promise<void> {
    const [id, acknowledged] = this.#pick([...this.#snapshots]) ?? [];
    if (id === undefined) return;
    const known = await this.devnet.revert(id).catch((error: unknown) => {
      if (error instanceof RangeError) return undefined;
      throw error;
    });
    if (!known) {
      this.#snapshots.delete(id);
      return;
    }
    this.#count("reverted");
    this.acknowledged = new Set(acknowledged);
  }

  async #restart(): Promise<void> {
    // As after a kill now and then: the devnet never comes to close.
    if (this.#random(2) === 0) await this.devnet.close();
    await this.store.close();
    await this.#open();
  }

  async #setTime(): Promise<void> {
    const { timestamp = 0 } = (await this.store.head())?.block ?? {};
    await this.devnet.setTime(timestamp + this.#random(5));
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[this.#random(items.length)];
  }
}

/** A small deterministic generator (Park and Miller). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % Math.max(limit, 1);
  };
}
