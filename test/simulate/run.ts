import { Actor } from "./actor.ts";
import { type Fault, type Plan, STORE_FAULTS, textOf } from "./faults.ts";
import { Model } from "./model.ts";
import { Network } from "./network.ts";
import { addressOf, Node, type World } from "./node.ts";
import type { Product } from "./product.ts";
import { inSimulation } from "./runtime.ts";
import { type Host, Simulation, Violation } from "./simulation.ts";
import { webSocketOf } from "./socket.ts";
import { type ChainBlock, readChain, readHeight } from "./truth.ts";

/** What came of a run. */
export interface Outcome {
  readonly plan: Plan;
  readonly violation: Violation | undefined;
  readonly trace: readonly string[];
  /** Simulated milliseconds. */
  readonly time: number;
  readonly blocks: number;
  readonly transactions: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** Milliseconds in which everything comes to rest once no fault is left. */
const REST = 1_800_000;

/** Milliseconds for which a gateway may show what its upstream has replaced. */
const LAG = 30_000;

/** Milliseconds for which a fault is felt after its end. */
const FELT = 15_000;

/** Milliseconds for which a chain may be shorter after a reorganisation that failed. */
const SHORT = 60_000;

/** Milliseconds for which nothing can be read after a commit that seemed to fail. */
const DEAD = 700;

/** Runs a plan from beginning to end. */
export async function runPlan(plan: Plan, product: Product): Promise<Outcome> {
  const run = new Run(plan, product);
  return inSimulation(run.world.simulation, () => run.toEnd());
}

class Run {
  readonly world: World;
  readonly #plan: Plan;
  readonly #service: Node;
  readonly #gateways: readonly Node[];
  readonly #model = new Model();
  #actors: Actor[] = [];
  #chain: readonly ChainBlock[] = [];

  constructor(plan: Plan, product: Product) {
    this.#plan = plan;
    const simulation = new Simulation(plan.seed);
    const network = new Network(simulation, plan, product.Adapter);
    network.onExcess = ({ part }, what) => {
      const { home = "service" } = this.#actors.find(({ name }) => name === part) ?? {};
      const { now } = simulation;
      // A gateway has one limit for all of its clients, who cannot know it.
      const isJump = plan.faults.some(({ kind }) => kind === "clock jump");
      if (home === "service" && !isJump && !this.#isExcused([part], now - FELT, now))
        this.#model.fail("limits", `${part} ${what} at ${now}`);
    };
    network.onRepeated = (part) => {
      // A gateway passes on what it gets, however often that is.
      if (!plan.gateways.includes(part))
        this.#model.fail("payments", `${part} sent a submission twice`);
    };
    const world = { simulation, network, product };
    this.world = world;
    const { tier: keylessTier, seed, segment } = plan;
    const common = {
      ...{ keylessTier, segments: [segment] },
      ...(plan.forgets && { eventRetention: "1m" as const }),
    };
    const options = { ...common, seed, history: 3, traffic: true };
    this.#service = new Node(world, "service", plan.isOnDisk, () => options);
    this.#gateways = plan.gateways.map((name) => {
      const upstreamFor = (host: Host) =>
        product.upstreamOf({
          ...{ endpoints: `http://${addressOf("service")}`, tier: keylessTier },
          ...{ fetch: network.fetchOf(host), webSocket: webSocketOf(network, host) },
        });
      const optionsFor = (host: Host) => ({ ...common, upstream: upstreamFor(host) });
      return new Node(world, name, plan.isOnDisk, optionsFor);
    });
  }

  async toEnd(): Promise<Outcome> {
    const { simulation } = this.world;
    let violation: Violation | undefined;
    try {
      await simulation.run(() => Promise.race([this.#model.failed, this.#play()]));
    } catch (error) {
      violation = this.#model.failure ?? asViolation(error);
      simulation.say(`${violation.rule}: ${violation.message}`);
    } finally {
      for (const node of [this.#service, ...this.#gateways]) node.remove();
    }
    const counts: Record<string, number> = {};
    for (const [name, count] of this.#actors.flatMap((one) => Object.entries(one.counts)))
      counts[name] = (counts[name] ?? 0) + count;
    return {
      ...{ plan: this.#plan, violation, trace: simulation.trace, time: simulation.now, counts },
      blocks: this.#chain.length,
      transactions: this.#chain.reduce((sum, { transactions }) => sum + transactions.length, 0),
    };
  }

  async #play(): Promise<void> {
    const { simulation } = this.world;
    const { faults, lasts } = this.#plan;
    const keys = await this.#issueKeys();
    await this.#service.start();
    await Promise.all(this.#gateways.map((gateway) => gateway.start()));
    await this.#openActors(keys);
    for (const actor of this.#actors) actor.start();
    const ends: Promise<unknown>[] = [];
    for (const fault of faults) {
      await simulation.sleep(Math.max(0, fault.at - simulation.now));
      simulation.say(`fault: ${textOf(fault)}`);
      ends.push(this.#strike(fault));
    }
    await simulation.sleep(Math.max(0, lasts - simulation.now));
    await Promise.all(ends);
    for (const actor of this.#actors) actor.end();
    await this.#rest();
  }

  /** Half of the clients of a service with files have keys. */
  async #issueKeys(): Promise<ReadonlyMap<string, string>> {
    const { clients, tier } = this.#plan;
    const { folder } = this.#service;
    const keys = new Map<string, string>();
    if (folder === undefined) return keys;
    const { product, simulation } = this.world;
    const store = await product.openKeys(folder);
    const now = Math.floor(simulation.timeOfDay / 1000);
    for (const name of clients.filter((_, place) => place % 2 === 0)) {
      const { apiKey } = await product.issueKey(store, { email: `${name}@example.org`, tier, now });
      keys.set(name, apiKey);
    }
    await store.close();
    return keys;
  }

  async #openActors(keys: ReadonlyMap<string, string>): Promise<void> {
    const { plan } = { plan: this.#plan };
    const { clients, gateways, seed, segment } = plan;
    const { simulation, product } = this.world;
    const accounts = await product.devAccounts(segment, { seed });
    const receiver = accounts.at(-1)?.address ?? "";
    this.#actors = clients.map((name, place) => {
      const apiKey = keys.get(name);
      const homes = apiKey === undefined ? ["service", ...gateways] : ["service"];
      const home = simulation.host.random.pick(homes);
      const account = accounts[place] as (typeof accounts)[number];
      const isExcused = (from: number, to: number): boolean =>
        this.#isExcused([name, home], from, to);
      const parts = { ...this.world, plan, name, home, apiKey, account, receiver, isExcused };
      return new Actor({ ...parts, model: this.#model });
    });
  }

  /** Whether a fault of somebody, or of the service, was felt between two moments. */
  #isExcused(names: readonly string[], from: number, to: number): boolean {
    return this.#plan.faults.some(
      ({ who, at, lasts, kind }) =>
        (who === "service" || names.includes(who)) &&
        at <= to &&
        at + Math.abs(lasts) + FELT >= from &&
        kind !== "reorganisation" &&
        kind !== "clock jump",
    );
  }

  async #strike(fault: Fault): Promise<void> {
    const { kind, lasts, who, depth, share } = fault;
    const { network, simulation } = this.world;
    const node = [this.#service, ...this.#gateways].find(({ name }) => name === who);
    const actor = this.#actors.find(({ name }) => name === who);
    const host = node?.server?.host ?? actor?.host;
    if (kind === "cut") return network.cut(({ client }) => client.part === who);
    if (kind === "client restart") return actor?.restart();
    if (kind === "key revoked") return this.#revoke(actor);
    if (!host) return;
    if (kind === "clock jump") host.offset += lasts;
    else if (STORE_FAULTS.includes(kind as never)) {
      const end = simulation.now + lasts;
      let deadUntil = 0;
      host.storeFault = (isCommit) => {
        const { now } = simulation;
        if (now < deadUntil) return "commit fails";
        if (!isCommit || now >= end || !host.random.chance(share)) return undefined;
        if (kind === "disk fails") deadUntil = now + DEAD;
        return kind as ReturnType<Host["storeFault"]>;
      };
    } else if (kind === "reorganisation") await this.#reorganise(depth);
    else if (kind === "crash" || kind === "restart") {
      if (kind === "crash") node?.crash();
      else await node?.stop();
      await simulation.sleep(lasts);
      await node?.start();
    }
  }

  async #revoke(actor: Actor | undefined): Promise<void> {
    const { product, simulation } = this.world;
    const store = await product.openKeys(this.#service.folder);
    const key = (await store.list()).find(({ email }) => email === `${actor?.name}@example.org`);
    if (key && (await store.revoke(key.id, Math.floor(simulation.timeOfDay / 1000))) && actor)
      actor.revokedAt = simulation.now;
    await store.close();
  }

  async #reorganise(depth: number): Promise<void> {
    const { server } = this.#service;
    const { simulation } = this.world;
    if (!server) return;
    const { segment } = this.#plan;
    let [head, until] = [Infinity, 0];
    try {
      head = await readHeight(server.service, segment);
      await simulation.as(server.host, () => server.service.reorganise(segment, depth));
    } catch (error) {
      simulation.say(`no reorganisation: ${String(error)}`);
      // It may have removed the old blocks, and failed to make new ones.
      until = SHORT;
    }
    this.#model.reorganised(head - depth, simulation.now + until);
  }

  /** Lets everything end, and judges it. */
  async #rest(): Promise<void> {
    const { simulation } = this.world;
    const { segment } = this.#plan;
    const isIdle = (): boolean => this.#actors.every((actor) => actor.isIdle);
    if (!(await simulation.until(isIdle, REST)))
      throw new Violation("deadlines", "calls do not end");
    await simulation.sleep(5_000);
    this.#service.service.dev(segment).setInterval(0);
    await simulation.sleep(1_000);
    this.#chain = await readChain(this.#service.service, segment);
    const { streams } = this.#model;
    const isThere = (): boolean => streams.every((one) => one.isAt(this.#chain));
    await simulation.until(isThere, REST);
    for (const { revokedAt, streams: own } of this.#actors)
      for (const stream of revokedAt < Infinity ? own : []) {
        if (stream.end === undefined)
          throw new Violation("keys", `${stream.name} goes on with a revoked key`);
        streams.splice(streams.indexOf(stream), 1);
      }
    for (const actor of this.#actors) actor.judgeRest();
    const homes = new Map(this.#actors.map(({ name, home }) => [name, home]));
    this.#model.judge(this.#chain, (who) => (homes.get(who) === "service" ? 0 : LAG));
    await this.#close();
  }

  /** Closes everything; nothing may be left of it. */
  async #close(): Promise<void> {
    const { simulation, network } = this.world;
    for (const actor of this.#actors) await simulation.as(actor.host, () => actor.close());
    for (const node of [...this.#gateways, this.#service]) await node.stop();
    await simulation.sleep(1_000);
    for (const { host } of this.#actors) {
      const left = simulation.timersOf(host);
      if (left > 0)
        throw new Violation("nothing is left", `${left} timers of ${host.name} are left`);
    }
    const open = [...network.open].map(({ client }) => client.name);
    if (open.length > 0)
      throw new Violation("nothing is left", `connections of ${open.join(", ")} are left`);
  }
}

function asViolation(error: unknown): Violation {
  if (error instanceof Violation) return error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Violation("unexpected", text);
}
