import { getEventListeners } from "node:events";
import type { AlphaDevAccount, DevAccount } from "../../src/devnet/mod.ts";
import type { DeliveryPosition, Sink } from "../../src/delivery/mod.ts";
import type { Client, ClientOptions } from "../../src/mod.ts";
import { type Payment, StreamModel } from "./model.ts";
import { isExcused, type Plan } from "./faults.ts";
import { addressOf, short, type World } from "./node.ts";
import { Random } from "./random.ts";
import { check, type Host, Violation } from "./simulation.ts";
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

/** Milliseconds for which a gateway may be behind its upstream: with blocks, and with what is pending. */
const LAG = 15_000;
const SHORT_LAG = 500;

/** Milliseconds after a fault for which one of a small quota may be behind, which polls each 35 s without a WebSocket. */
const POLLED_LAG = 60_000;

/** Acts of a client in a run, more or less, however long that is. */
const ACTS = 80;

/** Acts, each as often as it is drawn. */
const OFTEN = "info info block block block batch list nonce pay pay pay".split(" ");

/** Codes of JSON-RPC for a submission whose copy may have been accepted: nonce too low or too high, limit exceeded. */
const DOUBTFUL: readonly unknown[] = [-32002, -32003, -32005];

/** Code of JSON-RPC for a cursor whose events are gone. */
const EXPIRED = -32004;

/** Payments of an account of alpha, which has so many records. */
const RECORDS = 4;

/** Blocks above one that no reorganisation replaces any more. */
const FINAL = 12;

/** Most timers, and listeners of its one signal, that a client has while it only follows. */
const FEW = 20;

/** A topic that a client follows over restarts. */
interface Followed {
  readonly seen: StreamModel;
  readonly isDelivered: boolean;
  readonly isSlow: boolean;
  stream: { readonly cursor: string | null } | undefined;
  position: DeliveryPosition;
}

type AskOptions = { readonly deadline: number; readonly signal: AbortSignal };

/** What sets a client apart. */
interface ActorParts {
  readonly name: string;
  /** The service or gateway that it uses. */
  readonly home: string;
  readonly apiKey: string | undefined;
  readonly account: DevAccount;
  /** Accounts of all clients. */
  readonly addresses: readonly string[];
  /** Who is paid. */
  readonly receiver: string;
}

/** Uses a client as programs do, and tells the model what it was told. Its process may be killed and started again. */
export class Actor {
  readonly name: string;
  readonly home: string;
  readonly counts: Record<string, number> = {};
  host: Host;
  /** Whether it begins no further calls. */
  isEnding = false;
  /** Since when its key is revoked. */
  revokedAt = Infinity;
  readonly #world: World;
  readonly #own: ActorParts;
  readonly #random: Random;
  readonly #followed: readonly Followed[];
  /** Whether it knows no WebSocket, and polls. */
  readonly #isPolling: boolean;
  readonly #isWatching: boolean;
  readonly #times: readonly number[];
  #client!: Client<"delta">;
  #nonces!: ReturnType<Client<"delta">["createNonces"]>;
  #stop!: AbortController;
  #running = 0;
  #payments = 0;

  constructor(world: World, own: ActorParts) {
    this.#world = world;
    this.#own = own;
    this.name = own.name;
    this.home = own.home;
    this.host = world.simulation.addHost(own.name);
    const random = (this.#random = new Random(world.plan.seed, `${own.name} acts`));
    this.#isPolling = random.chance(0.25);
    this.#isWatching = random.chance(0.3);
    this.#times = this.#timesOf(world.plan);
    // Polls of transactions would take the quota of a day.
    const mayFollowAll = !this.#isPolling || world.plan.tier === "Enterprise";
    this.#followed = [
      this.#follow("blocks", false),
      ...(random.chance(0.5) && mayFollowAll ? [this.#follow("transactions", false)] : []),
      ...(random.chance(0.4) && !this.#isPolling
        ? [this.#follow(random.pick(["blocks", "transactions"]), true)]
        : []),
    ];
  }

  get address(): string {
    return this.#own.account.address;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  get streams(): readonly StreamModel[] {
    return this.#followed.map(({ seen }) => seen);
  }

  /** Starts the process of the client. */
  start(): void {
    const { simulation, network, product, plan } = this.#world;
    const { account, apiKey } = this.#own;
    const random = this.#random;
    const origin = `http://${addressOf(this.home)}`;
    const rest = { apiHost: origin, rpcUrl: `${origin}/rpc/${plan.segment}` };
    // What a killed process waited for hears no signal of the next one.
    this.#stop = new AbortController();
    const delivers = this.#followed.some(({ isDelivered }) => isDelivered);
    const options: ClientOptions = {
      ...{ endpoints: this.#isPolling ? rest : origin, tier: plan.tier, apiKey },
      batch: random.chance(0.3),
      // With a key that is revoked, what is cached is answered all the same.
      ...(apiKey === undefined && { cache: { confirmations: FINAL } }),
      fetch: network.fetchOf(this.host),
      events: {
        webSocket: webSocketOf(network, this.host),
        polling: { share: 1 },
        ...(random.chance(0.5) && { heartbeat: { silence: 1_000, timeout: 5_000 } }),
        ...(delivers && product.RESUMABLE_EVENTS),
      },
    };
    simulation.as(this.host, () => {
      this.#client = product.createClient(plan.segment as "delta", options);
      this.#nonces = this.#client.createNonces(account.address);
      for (const followed of this.#followed) void this.#begin(followed);
      void this.#work();
      if (this.#isWatching) void this.#watch();
    });
  }

  /** Kills the process and starts it again after so many milliseconds: what was under way is not known. */
  async restart(down: number): Promise<void> {
    const { simulation, network, model, plan } = this.#world;
    if (!this.host.isAlive) return;
    this.host.isAlive = false;
    network.cut(({ client }) => client === this.host);
    for (const payment of model.payments)
      if (payment.from === this.address && payment.outcome === "pending")
        payment.outcome = "unknown";
    model.forgetHeight(this.name);
    // Without a cursor that lasts a stream begins anew.
    for (const followed of this.#followed)
      if (plan.forgets || this.#isPolling) followed.stream = undefined;
    this.#running = 0;
    await simulation.sleep(down);
    this.host = simulation.addHost(this.name);
    this.start();
  }

  /** What it has while it only follows is bounded. */
  judgeRest(): void {
    const timers = this.#world.simulation.timersOf(this.host);
    const listeners = getEventListeners(this.#stop.signal, "abort").length;
    const text = (): string => `${this.name} has ${timers} timers and ${listeners} listeners`;
    check("memory", timers <= FEW && listeners <= FEW, text);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#client.close();
  }

  /** Whether faults excuse an error of a call that ran from one moment to another. */
  #isExcused(from: number, to: number): boolean {
    const since = this.#isPolled ? from - POLLED_LAG : from;
    const { plan } = this.#world;
    return isExcused(plan, [this.name], from, to) || isExcused(plan, [this.home], since, to);
  }

  #follow(topic: StreamModel["topic"], isDelivered: boolean): Followed {
    const random = this.#random;
    const from = random.chance(0.5) && !isDelivered ? random.between(0, 3) : undefined;
    const isOwn = topic === "transactions" && random.chance(0.7);
    const name = `${this.name}: ${isDelivered ? "delivery of " : ""}${topic}`;
    const address = isOwn ? random.pick([this.#own.receiver, this.address]) : undefined;
    const seen = new StreamModel({ name, topic, from, address });
    this.#world.model.streams.push(seen);
    const isSlow = random.chance(0.3) && !isDelivered;
    return { seen, isDelivered, isSlow, stream: undefined, position: { cursor: null } };
  }

  /** Follows a topic to its end, from any moment between two blocks on, and over errors that it may end with. */
  async #begin(followed: Followed): Promise<void> {
    const { simulation, model } = this.#world;
    const { seen, isDelivered } = followed;
    const { host } = this;
    await simulation.sleep(this.#random.between(0, 4_000));
    while (host.isAlive && seen.end === undefined)
      try {
        return await (isDelivered ? this.#deliver(followed) : this.#read(followed));
      } catch (error) {
        if (error instanceof Violation) return model.fail(error.rule, error.message);
        if (!this.#mayGoOn(followed, error)) seen.end = String(error);
      }
  }

  /** Whether a stream goes on in another one: after an error of the product's own for a fault of that moment. */
  #mayGoOn(followed: Followed, error: unknown): boolean {
    const { simulation, product, plan } = this.#world;
    const { now } = simulation;
    const { code } = error as { readonly code?: unknown };
    // Events are forgotten, and those of a gateway in memory end with it: what resumes begins anew, as the guides say.
    const mayExpire = plan.forgets || (this.home !== "service" && !plan.isOnDisk);
    if (mayExpire && (code === "cursor_expired" || code === EXPIRED)) {
      followed.stream = undefined;
      followed.position = { cursor: null };
      followed.seen.begin();
      return true;
    }
    const isOwn = product.isAlphadeltaError(error) && now < this.revokedAt;
    return !followed.isDelivered && isOwn && this.#isExcused(now, now);
  }

  async #work(): Promise<void> {
    const { simulation, plan } = this.#world;
    const random = this.#random;
    const acts: Readonly<Record<string, () => unknown>> = {
      ...{ info: () => this.#readInfo(), block: () => this.#readBlocks(0.1) },
      ...{ batch: () => this.#readBatch(), list: () => this.#list(), pay: () => this.#pay() },
      ...{ nonce: () => this.#readNonce() },
    };
    for (const at of this.#times) {
      if (at < simulation.now) continue;
      await simulation.sleep(at - simulation.now);
      const name = random.pick(OFTEN);
      const isSpent = name === "pay" && plan.segment === "alpha" && this.#payments >= RECORDS;
      if (this.#running < MOST && !this.isEnding && !isSpent) void acts[name]?.();
    }
  }

  /** When it does something: half of it at a moment at which more goes wrong. */
  #timesOf({ busy, lasts }: Plan): number[] {
    const random = this.#random;
    const times = Array.from({ length: ACTS }, (_, place) =>
      place % 2 === 0 || busy.length === 0
        ? random.between(0, lasts)
        : random.pick(busy) + random.between(-500, 4_000),
    );
    return times.toSorted((one, other) => one - other);
  }

  /** Reads the height each few seconds, as a page does. */
  async #watch(): Promise<void> {
    const { host } = this;
    while (host.isAlive && !this.isEnding) {
      await this.#world.simulation.sleep(this.#random.between(500, 5_000));
      if (this.#running < MOST) void this.#readInfo();
    }
  }

  /** Does something that has to end in time, well where nothing excuses an error. */
  async #do(
    name: string,
    patience: number,
    work: (since: number) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<void> {
    const { simulation, model } = this.#world;
    const begun = simulation.now;
    const late = simulation.after(patience + SLACK, () => {
      model.fail("deadlines", `${this.name}: ${name} has not ended within ${patience} ms`);
    });
    this.#running++;
    try {
      await work(begun - this.#lag);
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

  /** Milliseconds for which its gateway may be behind. */
  get #lag(): number {
    if (this.home === "service") return 0;
    const { now } = this.#world.simulation;
    return this.#isPolled && this.#isExcused(now, now) ? POLLED_LAG : LAG;
  }

  /** Whether its gateway has a small quota. */
  get #isPolled(): boolean {
    return this.home !== "service" && this.#world.plan.tier === "Public";
  }

  /** An error is one of the product's own, and there is a reason for it. */
  #take(name: string, begun: number, error: unknown): void {
    const { simulation, model, product } = this.#world;
    const { now } = simulation;
    if (error instanceof Violation) return model.fail(error.rule, error.message);
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    simulation.say(`${name} failed: ${text}`);
    this.#count(name, "failed");
    if (!product.isAlphadeltaError(error))
      model.fail("errors", `${name} failed with ${text} ${(error as Error).stack}`);
    else if (now < this.revokedAt && !this.#isExcused(begun, now))
      model.fail("errors", `${this.name}: ${name} from ${begun} failed without a fault: ${text}`);
  }

  #count(name: string, end: string): void {
    this.counts[`${name} ${end}`] = (this.counts[`${name} ${end}`] ?? 0) + 1;
  }

  /** Reads something; one in ten reads is aborted. */
  #ask(name: string, read: (options: AskOptions, since: number) => Promise<void>): Promise<void> {
    const { simulation } = this.#world;
    let { signal } = this.#stop;
    if (this.#random.chance(0.1)) {
      const aborted = new AbortController();
      const abort = (): void => aborted.abort(new Error("aborted"));
      simulation.after(this.#random.between(0, 100), abort).unref();
      ({ signal } = aborted);
    }
    const options = { deadline: DEADLINE, signal };
    return this.#do(name, DEADLINE, (since) => read(options, since), signal);
  }

  #readInfo(): Promise<void> {
    const { model } = this.#world;
    const seen = model.leastOf(this.name);
    const { rpc, getChainInfo } = this.#client;
    const read = this.#random.chance(0.5) ? rpc.chain_getInfo : getChainInfo;
    // A request that is shared was sent before.
    const cache = this.#random.chance(0.2) ? undefined : (false as const);
    return this.#ask("info", async (options, since) => {
      const { blockHeight } = await read({ ...options, cache });
      model.sawHeight(this.name, blockHeight, seen, cache === false ? since : since - DEADLINE);
    });
  }

  /** Height of a block: any, of those that a reorganisation may replace, or did, the newest, or one that was seen before. */
  #anyHeight(): number {
    const { model } = this.#world;
    const random = this.#random;
    const height = model.heightOf(this.name);
    const replaced = Math.min(height, (model.replaced() ?? height) + random.between(0, 3));
    const again = random.pick(model.seenBy(this.name).slice(-20)) ?? height;
    const near = Math.max(0, height - random.between(0, 4));
    return random.pick([random.between(0, height), near, height, replaced, again]);
  }

  /** Reads a block; now and then so many at once that they have to wait for one another. */
  async #readBlocks(share: number): Promise<void> {
    const random = this.#random;
    const { rpc, getBlock } = this.#client;
    const numbers = random.chance(share) ? this.#newest(25) : [this.#anyHeight()];
    const reads = numbers.map((number) =>
      this.#ask("block", async (options, since) => {
        const block = random.chance(0.5)
          ? await rpc.chain_getBlockByNumber(number, false, options)
          : await getBlock(number, options);
        if (block) this.#world.model.heard(this.name, { data: block });
        this.#sawBlock(number, block?.hash, since);
      }),
    );
    await Promise.all(reads);
  }

  #sawBlock(number: number, hash: string | undefined, since: number): void {
    this.#world.simulation.say(`block ${number} is ${short(hash ?? "missing")}`);
    this.#world.model.sawBlock(this.name, number, hash, since);
  }

  /** Heights from the newest down. */
  #newest(count: number): number[] {
    const height = this.#world.model.heightOf(this.name);
    return Array.from({ length: Math.min(count, height) }, (_, place) => height - place);
  }

  /** Several calls in a request of JSON-RPC. */
  #readBatch(): Promise<void> {
    const { model } = this.#world;
    const seen = model.leastOf(this.name);
    const numbers = this.#newest(this.#random.between(1, 20));
    const calls = numbers.map((number) => ["chain_getBlockByNumber", number] as const);
    return this.#ask("batch", async (options, since) => {
      const all = [["chain_getInfo"], ...calls] as const;
      const [info, ...blocks] = await this.#client.rpc.batch(all, options);
      // A request that is shared was sent before.
      model.sawHeight(this.name, info.blockHeight, seen, since - DEADLINE);
      blocks.forEach((block, place) => this.#sawBlock(numbers[place] ?? -1, block?.hash, since));
    });
  }

  /** Some pages of a list by height, which has every height once. */
  #list(): Promise<void> {
    const random = this.#random;
    const order = random.pick(["asc", "desc"] as const);
    const limit = random.pick([3, 10, 50]);
    const most = limit * random.between(1, 4);
    const step = order === "asc" ? 1 : -1;
    const { model } = this.#world;
    const newest = Math.floor(model.heightOf(this.name) / limit);
    const page = order === "asc" ? Math.max(1, newest - random.between(0, 2)) : 1;
    return this.#do("list", DEADLINE * 10, async (since) => {
      let [count, next] = [0, order === "asc" ? (page - 1) * limit : undefined];
      const list = this.#client.listBlocks({ order, limit, page }, { deadline: DEADLINE });
      for await (const { number, hash } of list) {
        const text = (): string => `${this.name}: a list has block ${number}, not ${next}`;
        // What was replaced meanwhile comes again.
        const isRight = number === (next ?? number) || model.wasReplaced(number, since);
        check("lists", isRight, text);
        this.#sawBlock(number, hash, since);
        next = number + step;
        if (++count === most) break;
      }
    });
  }

  /** Reads the nonce of an account a few times: a gateway answers no pending transaction from its cache. */
  async #readNonce(): Promise<void> {
    const { simulation, model } = this.#world;
    const own = this.#own;
    const address = this.#random.pick(own.addresses);
    for (let count = 0; count < 4; count++) {
      const begun = simulation.now;
      await this.#ask("nonce", async (options, since) => {
        const unshared = { ...options, cache: false } as const;
        const { nonce } = await this.#client.rpc.account_getNonce(address, unshared);
        const isBehind = this.home === "service" || this.#isExcused(begun, simulation.now);
        model.sawNonce(this.name, address, nonce, isBehind ? since : begun - SHORT_LAG);
      });
      await simulation.sleep(this.#random.between(100, 1_000));
    }
  }

  async #pay(): Promise<void> {
    const { model, simulation, product } = this.#world;
    const { account } = this.#own;
    const value = `${++this.#payments}`;
    const payment: Payment = { from: account.address, value, outcome: "pending", reason: "" };
    model.payments.push(payment);
    let txHash: string | undefined;
    const isOnce = this.#random.chance(0.2);
    await this.#do("payment", PAYMENT, async () => {
      try {
        const sign = (nonce: number) => {
          simulation.say(`signs payment ${value} with nonce ${nonce}`);
          return product.signTransaction(account, this.#transfer(BigInt(value), nonce) as never);
        };
        const sent = await (isOnce
          ? this.#nonces.use((nonce) => this.#sendOnce(sign, nonce))
          : this.#nonces.send(sign));
        ({ txHash } = sent);
        payment.outcome = "accepted";
        model.accepted(payment.from, sent.nonce, simulation.now);
        simulation.say(`payment ${value} is accepted as ${short(sent.txHash)}`);
      } catch (error) {
        const { code } = error as { readonly code?: unknown };
        payment.outcome =
          (isOnce && DOUBTFUL.includes(code)) ||
          product.isAlphadeltaError(error, "AmbiguousSubmissionError")
            ? "unknown"
            : "refused";
        payment.reason = String(error);
        throw error;
      }
    });
    if (txHash !== undefined && this.#random.chance(0.7)) await this.#confirm(txHash);
  }

  /** Sends a payment by itself, which sends it once: what is refused for its nonce or a limit may have come twice. */
  async #sendOnce(
    sign: (nonce: number) => ReturnType<World["product"]["signTransaction"]>,
    nonce: number,
  ) {
    const { network } = this.#world;
    const { signedTx, txHash } = await sign(nonce);
    try {
      const known = { txHash, from: this.address, nonce };
      return { ...(await this.#client.sendRawTransaction(signedTx, known)), nonce };
    } finally {
      const count = network.sends.get(`${this.name} ${signedTx}`) ?? 0;
      check("payments", count <= 1, () => `${this.name} sent a submission ${count} times`);
    }
  }

  /** Waits for the receipt of a payment, which is that of the chain when it is read. */
  async #confirm(txHash: string): Promise<void> {
    const { network, model, product } = this.#world;
    const confirmations = this.#random.pick([1, 2, 3, 5, TOO_MANY]);
    await this.#do("receipt", WAIT, async (since) => {
      try {
        const options = { timeout: WAIT, confirmations };
        const { blockNumber, blockHash } = await this.#client.waitForReceipt(txHash, options);
        const readAt = network.receipts.get(`${this.name} ${txHash}`) ?? since;
        model.sawBlock(this.name, blockNumber, blockHash, this.home === "service" ? readAt : since);
      } catch (error) {
        const isDue =
          product.isAlphadeltaError(error, "NoReceiptError") && error.reason === "timeout";
        if (confirmations !== TOO_MANY || !isDue) throw error;
      }
    });
  }

  /** Pays so much to the receiver; on alpha from a record of genesis, with what is left of it back. */
  #transfer(value: bigint, nonce: number): object {
    const { account, receiver } = this.#own;
    const to = { to: receiver, value };
    const record = "records" in account ? (account as AlphaDevAccount).records[nonce] : undefined;
    if (!record) return { type: "transfer", ...to, nonce };
    const draft = { type: "transfer", serialNumbers: [record.serialNumber], nonce } as const;
    const change = { to: account.address, value: 1n };
    const fee = this.#world.product.feeOf("alpha", { ...draft, outputs: [to, change] });
    return { ...draft, outputs: [to, { ...change, value: record.value - value - fee }] };
  }

  /** Reads a stream to its end; it goes on where its cursor is. */
  async #read(followed: Followed): Promise<void> {
    const { simulation } = this.#world;
    const { seen, isSlow } = followed;
    const after = followed.stream?.cursor ?? undefined;
    const { topic, from: fromHeight, address } = seen;
    const stream = this.#client.events.subscribe(
      topic,
      { ...(address !== undefined && { address }), ...(after !== undefined && { after }) },
      {
        ...(after === undefined && fromHeight !== undefined && { fromHeight }),
        ...(isSlow && { buffer: { size: 4 } }),
        onExpired: "backfill",
      },
    );
    if (after === undefined) seen.begin();
    followed.stream = stream;
    stream.onState(({ state, reason }) => {
      simulation.say(`${topic}: ${state} ${reason ?? ""}`);
      // What a program shows is read again once events come again, or come no longer.
      const isNews = state === "open" || state === "waiting";
      if (isNews && !this.isEnding && this.#running < MOST) void this.#readBlocks(0.3);
    });
    for await (const event of stream) {
      const { reorg } = event;
      if (reorg) simulation.say(`${topic}: forget from ${reorg.fromHeight}`);
      seen.take(event);
      this.#world.model.heard(this.name, event);
      const isTired = isSlow && !this.isEnding && this.#random.chance(0.01);
      if (isTired) await simulation.sleep(this.#random.between(0, 40_000));
    }
  }

  /** Delivers to a receiver that fails now and then, before and after it has taken a batch. */
  async #deliver(followed: Followed): Promise<void> {
    const { simulation, product } = this.#world;
    const { seen } = followed;
    const { topic, address } = seen;
    const random = this.#random;
    // In the end it catches up with a chain that has grown faster.
    const work = (): Promise<void> =>
      simulation.sleep(this.isEnding ? 1 : random.between(5, 1_000));
    const sink: Sink = {
      format: "simulated",
      encode: ({ events }) => `[${events.join(",")}]`,
      send: async ({ id, body }) => {
        await work();
        if (random.chance(0.1)) throw new Error("The receiver fails");
        seen.receive(id, body);
        simulation.say(`delivery ${id} is received`);
        await work();
        if (random.chance(0.1)) throw new Error("The receiver's answer is lost");
      },
    };
    const state = {
      open: () => followed.position,
      write: (position: DeliveryPosition) => void (followed.position = position),
      close: () => undefined,
    };
    await product.deliver({
      ...{ sink, state, batch: random.between(1, 20), signal: this.#stop.signal },
      subscription: { client: this.#client, topic, ...(address && { filter: { address } }) },
    });
  }
}
