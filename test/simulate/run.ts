import { Actor } from "./actor.ts";
import { type Fault, FELT, isExcused, type Plan, STORE_FAULTS, textOf } from "./faults.ts";
import { Model } from "./model.ts";
import { Network } from "./network.ts";
import { addressOf, Node, type World } from "./node.ts";
import type { Product } from "./product.ts";
import { inSimulation } from "./runtime.ts";
import { check, type Host, Simulation, Violation } from "./simulation.ts";
import { webSocketOf } from "./socket.ts";
import { type ChainBlock, readChain, readHeight, readTransactions } from "./truth.ts";

/** What came of a run. */
export type Outcome = Awaited<ReturnType<typeof runPlan>>;

/** Milliseconds in which everything comes to rest once no fault is left. */
const REST = 1_800_000;

/** Milliseconds for which a chain may be shorter after a reorganisation that failed. */
const SHORT = 60_000;

/** Blocks, a minute apart, by which every stream has all that there is. */
const MOST_LAST = 15;

/** Milliseconds that a client is down at most. */
const LONGEST_DOWN = 30_000;

/** Milliseconds for which nothing can be read after a commit that seemed to fail. */
const DEAD = 700;

/** Runs a plan from beginning to end. */
export async function runPlan(plan: Plan, product: Product) {
  const run = new Run(plan, product);
  return inSimulation(run.world.simulation, () => run.toEnd());
}

class Run {
  readonly world: World;
  readonly #service: Node;
  /** The service and its gateways. */
  readonly #nodes: readonly Node[];
  #actors: readonly Actor[] = [];
  #chain: readonly ChainBlock[] = [];

  constructor(plan: Plan, product: Product) {
    const simulation = new Simulation(plan.seed);
    const network = new Network(simulation, plan, product.Adapter);
    const model = new Model();
    this.world = { simulation, network, product, plan, model };
    network.onExcess = ({ part }, what, isCertain) => {
      const { home = "service" } = this.#actors.find(({ name }) => name === part) ?? {};
      const { now } = simulation;
      const isJump = plan.faults.some(
        ({ kind, who }) => kind === "clock jump" && (who === part || (!isCertain && who === home)),
      );
      // A gateway has one limit for all of its clients, who cannot know it.
      if (
        isJump ||
        (!isCertain && (home !== "service" || isExcused(plan, [part], now - FELT, now)))
      )
        return;
      model.fail("limits", `${part} ${what} at ${now}`);
    };
    // A gateway passes on what it gets, however often that is.
    network.onRepeated = (part) => {
      if (part.startsWith("c")) model.fail("payments", `${part} sent a submission twice`);
    };
    const { tier: keylessTier, seed, segment, forgets } = plan;
    const common = {
      ...{ keylessTier, segments: [segment] },
      ...(forgets && { eventRetention: "1m" as const }),
    };
    const options = { ...common, seed, history: 3, traffic: true };
    this.#service = new Node(this.world, "service", () => options);
    const upstreamFor = (host: Host) =>
      product.upstreamOf({
        ...{ endpoints: `http://${addressOf("service")}`, tier: keylessTier },
        ...{ fetch: network.fetchOf(host), webSocket: webSocketOf(network, host) },
      });
    const optionsFor = (host: Host) => ({ ...common, upstream: upstreamFor(host) });
    const gateways = plan.gateways.map((name) => new Node(this.world, name, optionsFor));
    this.#nodes = [this.#service, ...gateways];
  }

  async toEnd() {
    const { simulation, model, plan } = this.world;
    let violation: Violation | undefined;
    try {
      await simulation.run(() => Promise.race([model.failed, this.#play()]));
    } catch (error) {
      violation = model.failure ?? asViolation(error);
      simulation.say(`${violation.rule}: ${violation.message}`);
    } finally {
      for (const node of this.#nodes) node.remove();
    }
    const counts: Record<string, number> = {};
    for (const [name, count] of this.#actors.flatMap((one) => Object.entries(one.counts)))
      counts[name] = (counts[name] ?? 0) + count;
    const blocks = this.#chain.length;
    const transactions = this.#chain.reduce((sum, block) => sum + block.transactions.length, 0);
    const { trace, now: time } = simulation;
    return { plan, violation, trace, time, counts, blocks, transactions };
  }

  async #play(): Promise<void> {
    const { simulation, plan } = this.world;
    const keys = await this.#issueKeys();
    for (const node of this.#nodes) await node.start();
    await this.#openActors(keys);
    for (const actor of this.#actors) actor.start();
    const ends: Promise<unknown>[] = [];
    for (const fault of plan.faults) {
      await simulation.sleep(Math.max(0, fault.at - simulation.now));
      simulation.say(`fault: ${textOf(fault)}`);
      ends.push(this.#strike(fault).catch((error: unknown) => this.#fail(error)));
    }
    await simulation.sleep(Math.max(0, plan.lasts - simulation.now));
    await Promise.all(ends);
    for (const actor of this.#actors) actor.isEnding = true;
    await this.#rest();
  }

  /** Half of the clients of a service with files have keys. */
  async #issueKeys(): Promise<ReadonlyMap<string, string>> {
    const { plan, product, simulation } = this.world;
    const keys = new Map<string, string>();
    if (!plan.isOnDisk) return keys;
    const store = await product.openKeys(this.#service.folder);
    const asked = { tier: plan.tier, now: Math.floor(simulation.timeOfDay / 1000) };
    for (const name of plan.clients.filter((_, place) => place % 2 === 0)) {
      const { apiKey } = await product.issueKey(store, { ...asked, email: emailOf(name) });
      keys.set(name, apiKey);
    }
    await store.close();
    return keys;
  }

  async #openActors(keys: ReadonlyMap<string, string>): Promise<void> {
    const { simulation, product, plan } = this.world;
    const accounts = await product.devAccounts(plan.segment, { seed: plan.seed });
    const receiver = accounts.at(-1)?.address ?? "";
    const addresses = plan.clients.flatMap((_, place) => accounts[place]?.address ?? []);
    this.#actors = plan.clients.map((name, place) => {
      const apiKey = keys.get(name);
      const homes = apiKey === undefined ? this.#nodes.toReversed().slice(0, 2) : [this.#service];
      const home = simulation.host.random.pick(homes).name;
      const account = accounts[place] as (typeof accounts)[number];
      return new Actor(this.world, { name, home, apiKey, account, addresses, receiver });
    });
  }

  #fail(error: unknown): void {
    const { rule, message } = asViolation(error);
    this.world.model.fail(rule, message);
  }

  async #strike(fault: Fault): Promise<void> {
    const { kind, lasts, who, depth } = fault;
    const { network, simulation } = this.world;
    const node = this.#nodes.find(({ name }) => name === who);
    const actor = this.#actors.find(({ name }) => name === who);
    const host = node?.server?.host ?? actor?.host;
    if (kind === "cut") return network.cut(({ client }) => client.part === who);
    if (kind === "client restart") return actor?.restart(Math.min(lasts, LONGEST_DOWN));
    if (kind === "key revoked") return actor && this.#revoke(actor);
    if (!host) return;
    if (kind === "clock jump") host.offset += lasts;
    else if (kind === "reorganisation") await this.#reorganise(depth);
    else if (STORE_FAULTS.includes(kind as never)) await this.#failStore(host, fault);
    else if (kind === "crash" || kind === "restart") {
      if (kind === "crash") node?.crash();
      else await node?.stop();
      await simulation.sleep(lasts);
      await node?.start();
    }
  }

  /** Resolves at its end: the run is judged once no store fails. */
  async #failStore(host: Host, { kind, lasts, share }: Fault): Promise<void> {
    const { simulation } = this.world;
    const end = simulation.now + lasts;
    let deadUntil = 0;
    host.storeFault = (isCommit) => {
      const { now } = simulation;
      if (now < deadUntil) return "commit fails";
      if (!isCommit || now >= end || !host.random.chance(share)) return undefined;
      if (kind === "disk fails") deadUntil = now + DEAD;
      return kind as ReturnType<Host["storeFault"]>;
    };
    await simulation.sleep(lasts);
  }

  async #revoke(actor: Actor): Promise<void> {
    const { product, simulation } = this.world;
    const store = await product.openKeys(this.#service.folder);
    const key = (await store.list()).find(({ email }) => email === emailOf(actor.name));
    if (key && (await store.revoke(key.id, Math.floor(simulation.timeOfDay / 1000))))
      actor.revokedAt = simulation.now;
    await store.close();
  }

  async #reorganise(depth: number): Promise<void> {
    const { server } = this.#service;
    const { simulation, model, plan } = this.world;
    if (!server) return;
    let [head, until] = [Infinity, 0];
    try {
      head = await readHeight(server.service, plan.segment);
      model.grew(head - depth, simulation.now);
      await simulation.as(server.host, () => server.service.reorganise(plan.segment, depth));
    } catch (error) {
      simulation.say(`no reorganisation: ${String(error)}`);
      // It may have removed the old blocks, and failed to make new ones.
      until = SHORT;
    }
    model.reorganised(head - depth, simulation.now + until);
  }

  /** Lets everything end, and judges it. */
  async #rest(): Promise<void> {
    const { simulation, model, plan } = this.world;
    const isIdle = (): boolean => this.#actors.every((actor) => actor.isIdle);
    check("deadlines", await simulation.until(isIdle, REST), () => "calls do not end");
    await simulation.sleep(5_000);
    const { service, host } = this.#service.up;
    service.dev(plan.segment).setInterval(0);
    this.#chain = await readChain(service, plan.segment);
    const { streams } = model;
    const isWhole = (): boolean => streams.every((one) => one.isAt(this.#chain));
    // A block now and then, for those that began after the one before.
    for (let count = 0; count < MOST_LAST && !isWhole(); count++) {
      await simulation.as(host, () => service.dev(plan.segment).mine());
      await simulation.sleep(1_000);
      this.#chain = await readChain(service, plan.segment);
      await simulation.until(isWhole, 60_000);
    }
    for (const { revokedAt, streams: own } of this.#actors)
      for (const stream of revokedAt < Infinity ? own : []) {
        check("keys", stream.end !== undefined, () => `${stream.name} goes on, its key is revoked`);
        streams.splice(streams.indexOf(stream), 1);
      }
    for (const actor of this.#actors) actor.judgeRest();
    model.judge(this.#chain);
    for (const { address } of this.#actors) await this.#judgeList(address);
    await this.#close();
  }

  /** The list of an account has each of its transactions once. */
  async #judgeList(address: string): Promise<void> {
    const listed = await readTransactions(
      this.#service.up.service,
      this.world.plan.segment,
      address,
    );
    const own = this.#chain
      .flatMap(({ transactions }) => transactions)
      .filter(({ from, to }) => from === address || to === address)
      .map(({ hash }) => hash);
    const isWhole = listed.join(" ") === own.toReversed().join(" ");
    check("lists", isWhole, () => `${listed.length} of ${own.length} of ${address} are listed`);
  }

  /** Closes everything; nothing may be left of it. */
  async #close(): Promise<void> {
    const { simulation, network } = this.world;
    for (const actor of this.#actors) await simulation.as(actor.host, () => actor.close());
    for (const node of this.#nodes.toReversed()) await node.stop();
    await simulation.sleep(1_000);
    for (const { host } of this.#actors) {
      const timers = simulation.timersOf(host);
      check("nothing is left", timers === 0, () => `${timers} timers of ${host.name}`);
    }
    const left = [...network.open].map(({ client, to }) => `${client.name} to ${to}`);
    check("nothing is left", left.length === 0, () => `connections ${left.join(", ")}`);
  }
}

function emailOf(name: string): string {
  return `${name}@example.org`;
}

function asViolation(error: unknown): Violation {
  if (error instanceof Violation) return error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Violation("unexpected", text);
}
