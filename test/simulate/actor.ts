import { getEventListeners } from "node:events";
import type { AlphaDevAccount, DevAccount } from "../../src/devnet/mod.ts";
import type { DeliveryPosition, Sink } from "../../src/delivery/mod.ts";
import type { Client } from "../../src/mod.ts";
import type { Plan } from "./faults.ts";
import { type Model, type Payment, StreamModel } from "./model.ts";
import { addressOf, short, type World } from "./node.ts";
import { Random } from "./random.ts";
import { type Host, Violation } from "./simulation.ts";
import { webSocketOf } from "./socket.ts";

/** Most calls of a client at a time. */
const MOST = 6;

/** Milliseconds that a call may take by its options; a payment is looked for 30 s, after those before it. */
const DEADLINE = 20_000;
const WAIT = 60_000;
const PAYMENT = 900_000;

/** Confirmations that no wait gets in its time. */
const TOO_MANY = 60;

/** A deadline may be a few slow commits late. */
const SLACK = 2_000;

/** Acts of a client in a run, more or less, however long that is. */
const ACTS = 60;

/** Payments of an account of alpha, which has so many records. */
const RECORDS = 4;

/** Most timers, and listeners of its one signal, that a client has while it only follows. */
const FEW = 20;

/** A topic that a client follows over restarts. */
interface Followed {
  readonly seen: StreamModel;
  readonly isDelivered: boolean;
  readonly isSlow: boolean;
  cursor: string | undefined;
  position: DeliveryPosition;
}

/** Parts of an {@linkcode Actor}. */
export interface ActorParts extends World {
  readonly plan: Plan;
  readonly name: string;
  /** The service or gateway that it uses. */
  readonly home: string;
  readonly apiKey: string | undefined;
  readonly account: DevAccount;
  /** Who is paid. */
  readonly receiver: string;
  readonly model: Model;
  /** Whether faults excuse an error of a call that ran from one moment to another. */
  isExcused(from: number, to: number): boolean;
}

/** Uses a client as programs do, and tells the model what it was told. Its process may be killed and started again. */
export class Actor {
  readonly counts: Record<string, number> = {};
  host: Host;
  client!: Client<"delta">;
  readonly #own: ActorParts;
  readonly #random: Random;
  readonly #followed: readonly Followed[];
  /** Whether it knows no WebSocket, and polls. */
  readonly #isPolling: boolean;
  #nonces!: ReturnType<Client<"delta">["createNonces"]>;
  #stop = new AbortController();
  #running = 0;
  #payments = 0;
  #isEnding = false;
  /** Since when its key is revoked. */
  revokedAt = Infinity;

  constructor(parts: ActorParts) {
    this.#own = parts;
    this.#random = new Random(parts.simulation.seed, `${parts.name} acts`);
    this.host = parts.simulation.addHost(parts.name);
    const random = this.#random;
    this.#isPolling = random.chance(0.25);
    const mayFollowAll = !this.#isPolling || parts.plan.tier === "Enterprise";
    this.#followed = [
      this.#follow("blocks", false),
      ...(random.chance(0.5) && mayFollowAll ? [this.#follow("transactions", false)] : []),
      ...(random.chance(0.4) && !this.#isPolling
        ? [this.#follow(random.pick(["blocks", "transactions"]), true)]
        : []),
    ];
  }

  get name(): string {
    return this.#own.name;
  }

  get home(): string {
    return this.#own.home;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  get streams(): readonly StreamModel[] {
    return this.#followed.map(({ seen }) => seen);
  }

  /** Begins no further calls. */
  end(): void {
    this.#isEnding = true;
  }

  /** Starts the process of the client. */
  start(): void {
    const { simulation, network, product, plan, apiKey, home } = this.#own;
    const random = this.#random;
    const webSocket = webSocketOf(network, this.host);
    const origin = `http://${addressOf(home)}`;
    const endpoints = this.#isPolling
      ? { apiHost: origin, rpcUrl: `${origin}/rpc/${plan.segment}` }
      : origin;
    simulation.as(this.host, () => {
      const delivers = this.#followed.some(({ isDelivered }) => isDelivered);
      this.client = product.createClient(plan.segment as "delta", {
        ...{ endpoints, tier: plan.tier, apiKey },
        batch: random.chance(0.3),
        fetch: network.fetchOf(this.host),
        events: { webSocket, ...(delivers && product.RESUMABLE_EVENTS) },
      });
      this.#nonces = this.client.createNonces(this.#own.account.address);
      for (const followed of this.#followed)
        if (followed.isDelivered) void this.#deliver(followed);
        else void this.#read(followed);
      void this.#work();
    });
  }

  /** Kills the process and starts it again: what was under way is not known. */
  restart(): void {
    const { simulation, network, model, account, plan } = this.#own;
    this.host.isAlive = false;
    network.cut(({ client }) => client === this.host);
    for (const payment of model.payments)
      if (payment.from === account.address && payment.outcome === "pending")
        payment.outcome = "unknown";
    model.forgetHeight(this.name);
    // Without a cursor that lasts a stream begins anew.
    for (const followed of this.#followed)
      if (plan.forgets || this.#isPolling) followed.cursor = undefined;
    this.#running = 0;
    this.host = simulation.addHost(this.name);
    this.start();
  }

  /** What it has while it only follows is bounded. */
  judgeRest(): void {
    const timers = this.#own.simulation.timersOf(this.host);
    const listeners = getEventListeners(this.#stop.signal, "abort").length;
    if (timers <= FEW && listeners <= FEW) return;
    const text = `${this.name} has ${timers} timers and ${listeners} listeners at rest`;
    throw new Violation("memory", text);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.client.close();
  }

  #follow(topic: StreamModel["topic"], isDelivered: boolean): Followed {
    const random = this.#random;
    const from = random.chance(0.5) && !isDelivered ? random.between(0, 3) : undefined;
    const isOwn = topic === "transactions" && random.chance(0.7);
    const seen = new StreamModel({
      ...{ name: `${this.name}: ${isDelivered ? "delivery of " : ""}${topic}`, topic, from },
      address: isOwn ? this.#own.receiver : undefined,
    });
    this.#own.model.streams.push(seen);
    const isSlow = random.chance(0.3) && !isDelivered;
    return { seen, isDelivered, isSlow, cursor: undefined, position: { cursor: null } };
  }

  async #work(): Promise<void> {
    const { simulation, plan } = this.#own;
    const random = this.#random;
    const pay = (): Promise<void> => this.#pay();
    const acts = [
      ...[() => this.#readInfo(), () => this.#readInfo(), () => this.#readBlock()],
      ...[() => this.#readMany(), () => this.#readBatch(), () => this.#list(), pay, pay, pay],
    ];
    while (!this.#isEnding) {
      await simulation.sleep(random.between(300, (2 * plan.lasts) / ACTS));
      if (this.#running >= MOST || this.#isEnding) continue;
      const act = random.pick(acts);
      if (act !== pay || plan.segment === "delta" || this.#payments < RECORDS) void act();
    }
  }

  /** Does something that has to end in time, well where nothing excuses an error. */
  async #do(
    name: string,
    patience: number,
    work: () => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<void> {
    const { simulation, model } = this.#own;
    const begun = simulation.now;
    const late = simulation.after(patience + SLACK, () => {
      model.fail("deadlines", `${this.name}: ${name} has not ended within ${patience} ms`);
    });
    this.#running++;
    try {
      await work();
      this.#count(name, "done");
      if (begun > this.revokedAt)
        model.fail("keys", `${this.name}: ${name} was answered with a revoked key`);
    } catch (error) {
      if (signal?.aborted && error === signal.reason) this.#count(name, "aborted");
      else this.#take(name, begun, error);
    } finally {
      late.close();
      this.#running--;
    }
  }

  /** An error is one of the product's own, and there is a reason for it. */
  #take(name: string, begun: number, error: unknown): void {
    const { simulation, model, product } = this.#own;
    const { now } = simulation;
    if (error instanceof Violation) return model.fail(error.rule, error.message);
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    simulation.say(`${name} failed: ${text}`);
    this.#count(name, "failed");
    if (!product.isAlphadeltaError(error))
      model.fail("errors", `${name} failed with ${text} ${(error as Error).stack}`);
    else if (now < this.revokedAt && !this.#own.isExcused(begun, now))
      model.fail("errors", `${this.name}: ${name} from ${begun} failed without a fault: ${text}`);
  }

  #count(name: string, end: string): void {
    this.counts[`${name} ${end}`] = (this.counts[`${name} ${end}`] ?? 0) + 1;
  }

  #readInfo(): Promise<unknown> {
    const { model, simulation } = this.#own;
    const asked = simulation.now;
    const seen = model.heightOf(this.name);
    const { rpc } = this.client;
    const read = this.#random.chance(0.5) ? rpc.chain_getInfo : this.client.getChainInfo;
    const options = this.#options();
    const work = async (): Promise<void> => {
      const { blockHeight } = await read(options);
      model.sawHeight(this.name, blockHeight, seen, asked);
    };
    return this.#do("info", DEADLINE, work, options.signal);
  }

  /** Options of a read; one in ten of them is aborted. */
  #options(): { readonly deadline: number; readonly signal: AbortSignal } {
    const { signal } = this.#stop;
    if (!this.#random.chance(0.1)) return { deadline: DEADLINE, signal };
    const aborted = new AbortController();
    this.#own.simulation
      .after(this.#random.between(0, 100), () => aborted.abort(new Error("aborted")))
      .unref();
    return { deadline: DEADLINE, signal: aborted.signal };
  }

  /** Height of a block: of those that a reorganisation may replace, or did, as often as of all others. */
  #anyHeight(): number {
    const { model } = this.#own;
    const random = this.#random;
    const height = model.heightOf(this.name);
    const replaced = Math.min(height, (model.replaced() ?? height) + random.between(0, 3));
    return random.pick([random.between(0, height), Math.max(0, height - 4), height, replaced]);
  }

  #readBlock(number = this.#anyHeight()): Promise<unknown> {
    const asked = this.#own.simulation.now;
    const options = this.#options();
    const isRpc = this.#random.chance(0.5);
    const work = async (): Promise<void> => {
      const block = isRpc
        ? await this.client.rpc.chain_getBlockByNumber(number, false, options)
        : await this.client.getBlock(number, options);
      this.#sawBlock(number, block?.hash, asked);
    };
    return this.#do("block", DEADLINE, work, options.signal);
  }

  #sawBlock(number: number, hash: string | undefined, asked: number): void {
    const { model, simulation } = this.#own;
    simulation.say(`block ${number} is ${hash === undefined ? "missing" : short(hash)}`);
    model.sawBlock({ number, hash, asked, by: this.name });
  }

  /** Heights from the newest down. */
  #newest(count: number): number[] {
    const height = this.#own.model.heightOf(this.name);
    return Array.from({ length: Math.min(count, height) }, (_, place) => height - place);
  }

  /** More than a second's requests at once, which have to wait for one another. */
  async #readMany(): Promise<void> {
    if (this.#random.chance(0.15))
      await Promise.all(this.#newest(25).map((number) => this.#readBlock(number)));
  }

  /** Several calls in a request of JSON-RPC. */
  #readBatch(): Promise<unknown> {
    const { model, simulation } = this.#own;
    const asked = simulation.now;
    const seen = model.heightOf(this.name);
    const numbers = this.#newest(this.#random.between(1, 20));
    const calls = numbers.map((number) => ["chain_getBlockByNumber", number] as const);
    const options = this.#options();
    const work = async (): Promise<void> => {
      const all = [["chain_getInfo"], ...calls] as const;
      const [info, ...blocks] = await this.client.rpc.batch(all, options);
      model.sawHeight(this.name, info.blockHeight, seen, asked);
      blocks.forEach((block, place) => this.#sawBlock(numbers[place] ?? -1, block?.hash, asked));
    };
    return this.#do("batch", DEADLINE, work, options.signal);
  }

  /** Some pages of a list by height, which has every height once. */
  #list(): Promise<unknown> {
    const random = this.#random;
    const asked = this.#own.simulation.now;
    const order = random.pick(["asc", "desc"] as const);
    const limit = random.pick([3, 10, 50]);
    const most = limit * random.between(1, 4);
    return this.#do("list", DEADLINE * 10, async () => {
      const list = this.client.listBlocks({ order, limit }, { deadline: DEADLINE });
      let [count, last] = [0, order === "asc" ? -1 : Infinity];
      for await (const { number, hash } of list) {
        if (last !== Infinity && number !== last + (order === "asc" ? 1 : -1))
          throw new Violation("lists", `${this.name}: a list has block ${number} after ${last}`);
        this.#sawBlock(number, hash, asked);
        last = number;
        if (++count === most) break;
      }
    });
  }

  async #pay(): Promise<void> {
    const { account, model, simulation, product } = this.#own;
    const value = `${++this.#payments}`;
    const payment: Payment = { from: account.address, value, outcome: "pending", reason: "" };
    model.payments.push(payment);
    let hash: string | undefined;
    await this.#do("payment", PAYMENT, async () => {
      try {
        const { txHash } = await this.#nonces.send((nonce) => {
          simulation.say(`signs payment ${value} with nonce ${nonce}`);
          return product.signTransaction(account, this.#transfer(BigInt(value), nonce) as never);
        });
        hash = txHash;
        payment.outcome = "accepted";
        simulation.say(`payment ${value} is accepted as ${short(txHash)}`);
      } catch (error) {
        payment.outcome = product.isAmbiguousSubmissionError(error) ? "unknown" : "refused";
        payment.reason = String(error);
        throw error;
      }
    });
    const txHash = hash;
    if (txHash === undefined || this.#random.chance(0.5)) return;
    const confirmations = this.#random.pick([1, 1, 2, 3, TOO_MANY]);
    await this.#do("receipt", WAIT, async () => {
      try {
        await this.client.waitForReceipt(txHash, { timeout: WAIT, confirmations });
      } catch (error) {
        const isDue = product.isNoReceiptError(error) && error.reason === "timeout";
        if (confirmations !== TOO_MANY || !isDue) throw error;
      }
    });
  }

  /** Pays so much to the receiver; on alpha from a record of genesis, with what is left of it back. */
  #transfer(value: bigint, nonce: number): object {
    const { account, receiver, product } = this.#own;
    const to = { to: receiver, value };
    const record = "records" in account ? (account as AlphaDevAccount).records[nonce] : undefined;
    if (!record) return { type: "transfer", ...to, nonce };
    const draft = { type: "transfer", serialNumbers: [record.serialNumber], nonce } as const;
    const change = { to: account.address, value: 1n };
    const fee = product.feeOf("alpha", { ...draft, outputs: [to, change] });
    return { ...draft, outputs: [to, { ...change, value: record.value - value - fee }] };
  }

  /** Reads a stream to its end; it goes on where its cursor is. */
  async #read(followed: Followed): Promise<void> {
    const { simulation, model } = this.#own;
    const { seen, isSlow } = followed;
    const { topic, from, address } = seen;
    const random = this.#random;
    const stream = this.client.events.subscribe(
      topic,
      {
        ...(address !== undefined && { address }),
        ...(followed.cursor !== undefined && { after: followed.cursor }),
      },
      {
        ...(followed.cursor === undefined && from !== undefined && { fromHeight: from }),
        ...(isSlow && { buffer: { size: 4 } }),
        onExpired: "backfill",
      },
    );
    if (followed.cursor === undefined) seen.begin();
    stream.onState(({ state, reason }) => simulation.say(`${topic}: ${state} ${reason ?? ""}`));
    stream.ready.catch(() => undefined);
    try {
      for await (const { data, reorg, cursor } of stream) {
        if (reorg) {
          simulation.say(`${topic}: forget from ${reorg.fromHeight}`);
          seen.remove(reorg.fromHeight);
        } else
          seen.take({ number: "number" in data ? data.number : data.blockNumber, hash: data.hash });
        followed.cursor = cursor ?? undefined;
        if (isSlow && random.chance(0.02)) await simulation.sleep(random.between(0, 20_000));
      }
    } catch (error) {
      if (error instanceof Violation) model.fail(error.rule, error.message);
      else if (this.#mayGoOn(error)) {
        if (followed.cursor === undefined) seen.begin();
        return this.#read(followed);
      } else seen.end = String(error);
    }
  }

  /** Whether a stream has ended with an error of the product's own for a fault of that moment. */
  #mayGoOn(error: unknown): boolean {
    const { product, simulation } = this.#own;
    const { now } = simulation;
    const isOwn = product.isAlphadeltaError(error);
    return now < this.revokedAt && isOwn && this.#own.isExcused(now, now);
  }

  /** Delivers to a receiver that fails now and then, before and after it has taken a batch. */
  async #deliver(followed: Followed): Promise<void> {
    const { simulation, model, product, plan } = this.#own;
    const { seen } = followed;
    const { address } = seen;
    const filter = { address } as { readonly address: string };
    const random = this.#random;
    const sink: Sink = {
      format: "simulated",
      encode: ({ events }) => `[${events.join(",")}]`,
      send: async ({ id, body }) => {
        await simulation.sleep(random.between(5, 2_000));
        if (random.chance(0.1)) throw new Error("The receiver fails");
        seen.receive(id, body);
        simulation.say(`delivery ${id} is received`);
        if (random.chance(0.1)) throw new Error("The receiver's answer is lost");
      },
    };
    const state = {
      open: () => followed.position,
      write: (position: DeliveryPosition) => void (followed.position = position),
      close: () => undefined,
    };
    try {
      await product.deliver({
        ...{ sink, state, batch: random.between(1, 20), signal: this.#stop.signal },
        subscription: { client: this.client, topic: seen.topic, ...(address && { filter }) },
      });
    } catch (error) {
      if (error instanceof Violation) return model.fail(error.rule, error.message);
      const isExpired = (error as { readonly code?: unknown }).code === "cursor_expired";
      const mayExpire = plan.forgets || (this.home !== "service" && !plan.isOnDisk);
      if (isExpired && mayExpire && !this.#stop.signal.aborted) {
        // The events of a gateway in memory end with it: the delivery begins anew, as its guide says.
        followed.position = { cursor: null };
        seen.begin();
        return this.#deliver(followed);
      }
      seen.end = String(error);
    }
  }
}
