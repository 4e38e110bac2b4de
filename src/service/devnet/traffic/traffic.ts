import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import {
  encodeSigned,
  GAS_PRICE_FLOOR,
  gasNeeded,
  type UnsignedTransaction,
} from "../../../devnet/internal.ts";
import type { GasInput } from "../../../devnet/mod.ts";
import type { Amount } from "../../../units/mod.ts";
import {
  ACCOUNT,
  accountOf,
  busyAccount,
  type DerivedAccount,
  genesisRecordsOf,
  NATIVE_TOKEN,
  type PendingClaims,
  type PreparedTransaction,
  type ProducedBlock,
  trafficAccounts,
  traitsOf,
  validatorAccounts,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import { sha256Hex, signEd25519Sync } from "../../crypto.ts";
import { actOnDelta, createRandom, deltaTrafficKeys, type Random } from "./_act_on_delta.ts";
import { burstAt, type Cast, type Payload, scenesAt } from "./_script.ts";
import { fundOnAlpha, fundOnDelta, payOnAlpha, type PaymentRequest, Wallet } from "./wallet.ts";

/** Inputs of the traffic of one block, besides the seed. */
interface TrafficRequest {
  readonly height: number;
  /** Fewest and most transactions, in addition to those of the script. */
  readonly count: readonly [least: number, most: number];
  readonly claims: PendingClaims;
  /** State after the parent block, with the keys of `Traffic.keys` loaded. */
  readonly state: WorkingState;
  /** Adds the transactions of the script, and sometimes one that fails in its block. Delta only. */
  readonly isHistory: boolean;
}

interface TrafficOptions {
  readonly segment: Segment;
  readonly seed: number;
}

/** A transaction before it is signed. */
interface Draft {
  readonly sender: DerivedAccount;
  readonly payload: Payload;
  readonly nonce: number;
  readonly gasPrice?: Amount;
}

/** Generates transactions of dedicated accounts, determined by seed, height and state. */
export class Traffic {
  readonly accounts: readonly DerivedAccount[];
  /** The accounts' unspent records, on alpha; initially those of genesis. */
  readonly wallet: Wallet | undefined;
  readonly #options: TrafficOptions;
  readonly #validators: readonly DerivedAccount[];
  readonly #busy: DerivedAccount | undefined;

  constructor(options: TrafficOptions) {
    const { segment, seed } = options;
    this.#options = options;
    this.accounts = trafficAccounts(segment, seed);
    this.#validators = validatorAccounts(segment, seed);
    this.#busy = busyAccount(segment, seed);
    this.wallet = createWallet(options, this.accounts);
  }

  /** State keys that `create` reads, as far as `known` determines them. */
  keys(known: WorkingState): string[] {
    const senders = this.#senders.map(({ address }) => address);
    if (this.wallet) return senders.map((address) => ACCOUNT.key(address));
    return deltaTrafficKeys(senders, known);
  }

  /** Updates the wallet with the candidates that a block includes. */
  follow(candidates: readonly PreparedTransaction[], { executed }: ProducedBlock): void {
    if (!this.wallet) return;
    const included = new Set(executed.map(({ hash }) => hash));
    for (const transaction of candidates) {
      if (included.has(transaction.hash)) this.wallet.follow(transaction);
    }
  }

  /** Signed transactions for one block, each sender's by nonce. State is read synchronously. */
  async create(request: TrafficRequest): Promise<PreparedTransaction[]> {
    const { segment, seed } = this.#options;
    const random = createRandom([segment, seed, request.height]);
    const scripted = request.isHistory ? this.#scripted(request) : [];
    const [least, most] = request.count;
    const count = least + random(most - least + 1);
    const busy = new Set(scripted.map(({ sender }) => sender.address));
    const others: Draft[] = [];
    for (const sender of shuffle(this.#senders, random)) {
      if (others.length === count) break;
      const made = busy.has(sender.address) ? undefined : this.#createOne(sender, random, request);
      if (made) others.push(made);
    }
    return Promise.all([...scripted, ...others].map((draft) => this.#sign(draft)));
  }

  /** A payment from the accounts' funds; `undefined` if none of them has that much left. */
  async pay(request: PaymentRequest): Promise<PreparedTransaction | undefined> {
    const funding = this.wallet
      ? fundOnAlpha(request, this.accounts, this.wallet)
      : fundOnDelta(request, this.accounts);
    return funding && this.#sign({ ...funding, nonce: nonceOf(funding.sender, request) });
  }

  /** Validators of delta take part too, with their commissions. */
  get #senders(): DerivedAccount[] {
    return this.wallet ? [...this.accounts] : [...this.accounts, ...this.#validators];
  }

  #scripted(request: TrafficRequest): Draft[] {
    if (this.wallet) return [];
    const scenes = scenesAt(request.height, this.#cast).flatMap(({ from, payload }): Draft[] => {
      const sender = this.#senders.find(({ address }) => address === from);
      return sender ? [{ sender, payload, nonce: nonceOf(sender, request) }] : [];
    });
    return [...scenes, ...this.#burst(request.height)];
  }

  #burst(height: number): Draft[] {
    const sender = this.#busy;
    if (!sender) return [];
    const { payloads, firstNonce } = burstAt(height, this.#cast);
    return payloads.map((payload, index) => ({ sender, payload, nonce: firstNonce + index }));
  }

  get #cast(): Cast {
    return {
      accounts: this.accounts.map(({ address }) => address),
      validators: this.#validators.map(({ address }) => address),
    };
  }

  #createOne(sender: DerivedAccount, random: Random, request: TrafficRequest): Draft | undefined {
    const { state, isHistory, claims } = request;
    const { address: from } = sender;
    const { address: to } = this.accounts[random(this.accounts.length)] ?? sender;
    const gasPrice = GAS_PRICE_FLOOR + BigInt(random(10)) * 100_000_000n;
    const value = (BigInt(random(1_000_000)) + 1n) * (NATIVE_TOKEN / 10_000n);
    const payload = this.wallet
      ? payOnAlpha({ from, to, value, gasPrice }, this.wallet, claims)
      : actOnDelta({ from, to, random, state, isHistory });
    return payload && { sender, payload, nonce: nonceOf(sender, request), gasPrice };
  }

  #sign({
    sender,
    payload,
    nonce,
    gasPrice = GAS_PRICE_FLOOR,
  }: Draft): Promise<PreparedTransaction> {
    const { address: from, publicKey, privateKey } = sender;
    const { chain, network } = SEGMENTS[this.#options.segment];
    const gasLimit = gasNeeded(chain, payload as unknown as GasInput<typeof chain>);
    const unsigned = { chain, network, from, publicKey, nonce, gasPrice, gasLimit, ...payload };
    return signPrepared(unsigned as unknown as UnsignedTransaction, privateKey);
  }
}

function createWallet(
  options: TrafficOptions,
  accounts: readonly DerivedAccount[],
): Wallet | undefined {
  if (traitsOf(options.segment).holds === "balances") return undefined;
  const wallet = new Wallet(accounts.map(({ address }) => address));
  for (const { address } of accounts) {
    for (const record of genesisRecordsOf(options, address)) wallet.add(address, record);
  }
  return wallet;
}

/** The next nonce of an account, its pending transactions counted. */
function nonceOf(
  { address }: DerivedAccount,
  { state, claims }: Pick<TrafficRequest, "state" | "claims">,
): number {
  return claims.nextNonce(address, accountOf(state, address).nonce);
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random(2 ** 30) }));
  return keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item);
}

/** Signs a transaction of the devnet itself. */
async function signPrepared(
  unsigned: UnsignedTransaction,
  privateKey: Uint8Array,
): Promise<PreparedTransaction> {
  const { transaction: body, bytes: raw } = await encodeSigned(unsigned, (message) =>
    signEd25519Sync(privateKey, message),
  );
  return { hash: sha256Hex(raw), raw, body };
}
