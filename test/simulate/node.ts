import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LogEntry, ServiceOptions } from "../../src/service/mod.ts";
import { isExcused, type Plan } from "./faults.ts";
import type { Model } from "./model.ts";
import type { Network, Server } from "./network.ts";
import type { Product } from "./product.ts";
import { check, type Host, type Simulation } from "./simulation.ts";

/** Memory, where there is a file system of it: what a simulated crash leaves is a copy of the files. */
const FOLDERS = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Errors with which a gateway does not start: nothing answers there, or it is not understood. */
const START_ERRORS = ["TransportError", "UnusableUpstreamError"];

/** Milliseconds after which it is started again. */
const RESTART = 1_000;

/** Milliseconds between pings of a WebSocket. */
const PINGS = 30_000;

/** What all parts of a run share. */
export interface World {
  readonly simulation: Simulation;
  readonly network: Network;
  readonly product: Product;
  readonly plan: Plan;
  readonly model: Model;
}

/** The address of a service or a gateway. */
export function addressOf(name: string): string {
  return `${name}.test`;
}

/** A service or a gateway, which starts, stops and crashes. */
export class Node {
  readonly name: string;
  folder: string | undefined;
  server: Server | undefined;
  readonly #world: World;
  readonly #optionsOf: (host: Host) => ServiceOptions;
  #starts = 0;
  #isStarting = false;

  constructor(world: World, name: string, optionsOf: (host: Host) => ServiceOptions) {
    this.#world = world;
    this.name = name;
    this.#optionsOf = optionsOf;
    if (world.plan.isOnDisk) this.folder = mkdtempSync(join(FOLDERS, "simulate-"));
  }

  /** Its server, while it has one. */
  get up(): Server {
    if (!this.server) throw new Error(`${this.name} is down`);
    return this.server;
  }

  /** Starts it, if it is down: as often as it takes, as a supervisor does, where a fault is why it has not started. */
  async start(): Promise<void> {
    if (this.server || this.#isStarting) return;
    const { simulation, plan } = this.#world;
    this.#isStarting = true;
    while (!this.server) {
      const host = simulation.addHost(`${this.name} ${++this.#starts}`);
      try {
        await this.#open(host);
      } catch (error) {
        const { name, message } = error as Error;
        const { now } = simulation;
        if (!START_ERRORS.includes(name) || !isExcused(plan, [this.name], now, now)) throw error;
        host.isAlive = false;
        simulation.say(`${this.name} does not start: ${message}`);
        await simulation.sleep(RESTART);
      }
    }
    this.#isStarting = false;
  }

  async #open(host: Host): Promise<void> {
    const { simulation, network, product } = this.#world;
    const options: ServiceOptions = {
      ...{ ...this.#optionsOf(host), logRequests: false },
      ...(this.folder !== undefined && { data: this.folder }),
      log: (entry) => this.#note(entry),
    };
    const service = await simulation.as(host, () => product.createService(options));
    const server: Server = { host, service, links: new Set() };
    this.server = server;
    network.servers.set(addressOf(this.name), server);
    const pingLater = (): void => network.after(PINGS, ping, host);
    const ping = (): void => {
      for (const { adapter } of server.links) adapter?.ping();
      pingLater();
    };
    pingLater();
    simulation.say(`${this.name} is up`);
  }

  /** Stops as a listener does: WebSockets are told, what is under way is answered. */
  async stop(): Promise<void> {
    const { simulation, network } = this.#world;
    const server = this.#take();
    if (!server) return;
    const { host, service, links } = server;
    await simulation.as(host, async () => {
      service.announceStop();
      await Promise.all([...links].map(async ({ adapter }) => adapter?.goAway()));
      await simulation.sleep(100);
      network.cut(({ to }) => to === addressOf(this.name));
      await service.close();
      await simulation.sleep(10);
    });
    const left = simulation.timersOf(host);
    host.isAlive = false;
    simulation.say(`${this.name} has stopped`);
    check("nothing is left", left === 0, () => `${left} timers of ${host.name} after close()`);
  }

  /** Ends with its files as they are at this moment. */
  crash(): void {
    const { simulation, network } = this.#world;
    const server = this.#take();
    if (!server || this.folder === undefined) return;
    server.host.isAlive = false;
    network.cut(({ to }) => to === addressOf(this.name));
    const copy = mkdtempSync(join(FOLDERS, "simulate-"));
    cpSync(this.folder, copy, { recursive: true });
    this.remove();
    this.folder = copy;
    simulation.say(`${this.name} has crashed`);
  }

  remove(): void {
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
  }

  #take(): Server | undefined {
    const { server } = this;
    this.server = undefined;
    this.#world.network.servers.delete(addressOf(this.name));
    return server;
  }

  #note(entry: LogEntry): void {
    const { simulation, model } = this.#world;
    // A turn that it waited for came after its crash: its files are no longer those of the service.
    if (!simulation.host.isAlive) return;
    if (entry.level === "error") simulation.say(`error: ${entry.message}`);
    if (entry.level !== "chain" || entry.what !== "block") return;
    const { height, hash, transactions } = entry;
    if (this.name === "service") model.grew(Number(height), simulation.now);
    simulation.say(`block ${height} ${short(hash)}, ${transactions} transactions`);
  }
}

/** The first digits of a hash. */
export function short(hash: string): string {
  return hash.slice(0, 10);
}
