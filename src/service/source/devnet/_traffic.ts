import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import {
  feeOf,
  GAS_PRICE_FLOOR,
  type GasInput,
  GENESIS_BALANCE,
  gasNeeded,
  type UnsignedTransaction,
} from "../../../devnet/mod.ts";
import type { Address, Amount, Hex } from "../../../units/mod.ts";
import {
  type DerivedAccount,
  genesisRecordsOf,
  type PreparedTransaction,
  type ProducedBlock,
  trafficAccounts,
} from "../../ledger/mod.ts";
import { createRandom, type Random } from "./_random.ts";
import { signNow } from "./_sign.ts";
import { Wallet } from "./_wallet.ts";

/** What traffic for one block depends on besides the seed. */
export interface TrafficRequest {
  /** Height of the block the traffic is meant for. */
  readonly height: number;
  /** Fewest and most transactions. */
  readonly count: readonly [least: number, most: number];
  readonly nonceOf: (address: Address) => number;
  /** Tells whether a pending transaction spends a serial number. */
  readonly isSpent: (serialNumber: Hex) => boolean;
  /** Adds a transfer of more than its sender has, now and then, which fails in its block. Delta only. */
  readonly mayFail: boolean;
}

/** Which traffic to create. */
export interface TrafficOptions {
  readonly segment: Segment;
  readonly seed: number;
}

type Payload = Pick<UnsignedTransaction, "type"> & Record<string, unknown>;

const TOKEN = 10n ** 18n;
/** An account with more records than this spends several at once, so that their number stays bounded. */
const MANY_RECORDS = 6;

/** Transfers between accounts that exist for nothing else; they follow from seed, height and state. */
export class Traffic {
  readonly accounts: readonly DerivedAccount[];
  /** The accounts' unspent records, on alpha; at first those of genesis. */
  readonly wallet: Wallet | undefined;
  readonly #options: TrafficOptions;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.accounts = trafficAccounts(options.segment, options.seed);
    this.wallet = createWallet(options, this.accounts);
  }

  /** Lets the wallet follow the candidates that made it into a block. */
  follow(candidates: readonly PreparedTransaction[], { executed }: ProducedBlock): void {
    if (!this.wallet) return;
    const included = new Set(executed.map(({ hash }) => hash));
    for (const transaction of candidates) {
      if (included.has(transaction.hash)) this.wallet.follow(transaction);
    }
  }

  /** Transactions for one block, signed. No two have the same sender. */
  create(request: TrafficRequest): PreparedTransaction[] {
    const { segment, seed } = this.#options;
    const random = createRandom([segment, seed, request.height]);
    const [least, most] = request.count;
    const count = least + random(most - least + 1);
    const senders = shuffle(this.accounts, random).slice(0, count);
    return senders.flatMap((sender) => this.#createOne(sender, random, request) ?? []);
  }

  #createOne(
    sender: DerivedAccount,
    random: Random,
    request: TrafficRequest,
  ): PreparedTransaction | undefined {
    const { chain, network } = SEGMENTS[this.#options.segment];
    const receiver = this.accounts[random(this.accounts.length)] ?? sender;
    const value = (BigInt(random(1_000_000)) + 1n) * (TOKEN / 10_000n);
    const gasPrice = GAS_PRICE_FLOOR + BigInt(random(10)) * 100_000_000n;
    const payload: Payload | undefined =
      chain === "delta"
        ? payOnDelta(receiver.address, value, request.mayFail && random(50) === 0)
        : this.#payOnAlpha(
            { from: sender.address, to: receiver.address, value, gasPrice },
            request,
          );
    if (!payload) return undefined;
    const gasLimit = gasNeeded(chain, payload as unknown as GasInput<typeof chain>);
    const { address: from, publicKey } = sender;
    const nonce = request.nonceOf(from);
    const unsigned = { chain, network, from, publicKey, nonce, gasPrice, gasLimit, ...payload };
    return signNow(unsigned as unknown as UnsignedTransaction, sender.privateKey);
  }

  #payOnAlpha(payment: Payment, { isSpent }: TrafficRequest): Payload | undefined {
    const { from, to, value, gasPrice } = payment;
    const unspent = (this.wallet?.list(from) ?? [])
      .filter(({ serialNumber }) => !isSpent(serialNumber))
      .toSorted((left, right) => (left.value < right.value ? 1 : -1));
    const spent = unspent.slice(0, unspent.length > MANY_RECORDS ? MANY_RECORDS : 1);
    const type = "transfer";
    const serialNumbers = spent.map(({ serialNumber }) => serialNumber);
    const held = spent.reduce((sum, record) => sum + record.value, 0n);
    const parts = [
      { to, value },
      { to: from, value: 1n },
    ];
    const change = held - value - feeOf("alpha", { type, serialNumbers, outputs: parts, gasPrice });
    if (change < 1n) return undefined;
    return {
      type,
      serialNumbers,
      outputs: [
        { to, value },
        { to: from, value: change },
      ],
    };
  }
}

interface Payment {
  readonly from: Address;
  readonly to: Address;
  readonly value: Amount;
  readonly gasPrice: Amount;
}

function createWallet(
  options: TrafficOptions,
  accounts: readonly DerivedAccount[],
): Wallet | undefined {
  if (SEGMENTS[options.segment].chain === "delta") return undefined;
  const wallet = new Wallet(accounts.map(({ address }) => address));
  for (const { address } of accounts) {
    for (const record of genesisRecordsOf(options, address)) wallet.add(address, record);
  }
  return wallet;
}

function payOnDelta(to: Address, value: Amount, isTooMuch: boolean): Payload {
  return { type: "transfer", to, value: isTooMuch ? value + 100n * GENESIS_BALANCE : value };
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random(2 ** 30) }));
  return keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item);
}
