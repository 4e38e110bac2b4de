import { AsyncLocalStorage } from "node:async_hooks";
import type { STORE_FAULTS } from "./faults.ts";
import { Random } from "./random.ts";

type StoreFault = (typeof STORE_FAULTS)[number];

/** The runtime's own, taken before anything replaces it. */
const nextTurn = setImmediate;

/** Milliseconds since 1970 at which simulated time begins. */
const EPOCH = Date.UTC(2026, 0, 1);

/** Steps after which a run counts as one that never ends. */
const MOST_STEPS = 1_000_000;

/** What is wrong, and by which rule. */
export class Violation extends Error {
  readonly rule: string;

  constructor(rule: string, text: string) {
    super(text);
    this.rule = rule;
  }
}

/** Throws where a rule does not hold. */
export function check(rule: string, holds: boolean, text: () => string): void {
  if (!holds) throw new Violation(rule, text());
}

/** A simulated process or machine: a time of day and random numbers of its own; its timers end with it. */
export class Host {
  readonly name: string;
  /** What the product draws from. */
  readonly random: Random;
  /** What its network draws from: a fault that is left out changes no more than it must. */
  readonly link: Random;
  /** The name without the count of its starts. */
  readonly part: string;
  isAlive = true;
  /** Milliseconds by which its time of day is off. */
  offset = 0;
  /** What happens to a commit, or to a read, of its stores. */
  storeFault: (isCommit: boolean) => StoreFault | undefined = () => undefined;

  constructor(name: string, seed: number) {
    this.name = name;
    this.part = name.split(" ")[0] ?? name;
    this.random = new Random(seed, name);
    this.link = new Random(seed, `${name} link`);
  }
}

/** A timer as Node's: it can be started again, and may or may not keep a process alive. */
export class Timer {
  readonly host: Host;
  readonly run: () => void;
  readonly delay: number;
  readonly isRepeated: boolean;
  /** When it runs. */
  at = 0;
  #isRef = true;
  readonly #simulation: Simulation;

  constructor(simulation: Simulation, run: () => void, delay: number, isRepeated = false) {
    this.#simulation = simulation;
    this.host = simulation.host;
    this.run = run;
    this.delay = delay;
    this.isRepeated = isRepeated;
    simulation.schedule(this);
  }

  ref(): this {
    this.#isRef = true;
    return this;
  }

  unref(): this {
    this.#isRef = false;
    return this;
  }

  hasRef(): boolean {
    return this.#isRef;
  }

  refresh(): this {
    this.close();
    this.#simulation.schedule(this);
    return this;
  }

  close(): void {
    this.#simulation.cancel(this);
  }
}

/** Simulated time: what is due happens in order, and a moment is over once nothing follows from it any more. */
export class Simulation {
  readonly seed: number;
  /** Milliseconds from the start. */
  now = 0;
  readonly trace: string[] = [];
  readonly #hosts = new AsyncLocalStorage<Host>();
  /** What is nobody's, such as the network. */
  readonly root: Host;
  /** What is due, the latest first; of equal moments the first that was set runs first. */
  readonly #due: Timer[] = [];

  constructor(seed: number) {
    this.seed = seed;
    this.root = this.addHost("world");
  }

  addHost(name: string): Host {
    return new Host(name, this.seed);
  }

  /** The host whose code runs. */
  get host(): Host {
    return this.#hosts.getStore() ?? this.root;
  }

  /** Runs something as a host. */
  as<Value>(host: Host, work: () => Value): Value {
    return this.#hosts.run(host, work);
  }

  /** The time of day at the present host, in milliseconds since 1970. */
  get timeOfDay(): number {
    return EPOCH + Math.floor(this.now) + this.host.offset;
  }

  /** Runs something later, as a host. */
  after(delay: number, run: () => void, host: Host = this.host): Timer {
    return this.as(host, () => new Timer(this, run, delay));
  }

  /** Waits without keeping a process alive, as what is no part of the product. */
  sleep(delay: number): Promise<void> {
    return new Promise((resolve) => void this.after(delay, resolve).unref());
  }

  /** Waits until something holds; false after so many milliseconds. */
  async until(holds: () => boolean, patience: number): Promise<boolean> {
    const end = this.now + patience;
    while (!holds() && this.now < end) await this.sleep(1_000);
    return holds();
  }

  say(text: string): void {
    this.trace.push(`${(this.now / 1000).toFixed(3).padStart(9)} ${this.host.name}: ${text}`);
  }

  schedule(timer: Timer): void {
    timer.at = this.now + timer.delay;
    let [place, end] = [0, this.#due.length];
    while (place < end) {
      const middle = (place + end) >> 1;
      if ((this.#due[middle] as Timer).at > timer.at) place = middle + 1;
      else end = middle;
    }
    this.#due.splice(place, 0, timer);
  }

  /** Forgets a timer, if it has not run. */
  cancel(timer: Timer): void {
    const place = this.#due.indexOf(timer);
    if (place >= 0) this.#due.splice(place, 1);
  }

  /** Timers of a host that have not run: those that keep a process alive, and all that repeat. */
  timersOf(host: Host): number {
    return this.#due.filter((one) => one.host === host && (one.hasRef() || one.isRepeated)).length;
  }

  /** Runs until some work is done, and whatever else happens meanwhile. */
  async run(work: () => Promise<void>): Promise<void> {
    const end: { error?: unknown; isOver: boolean } = { isOver: false };
    work().then(
      () => (end.isOver = true),
      (error: unknown) => Object.assign(end, { error, isOver: true }),
    );
    for (let step = 0; ; step++) {
      await settle();
      if (end.isOver && !this.#isBusy) break;
      if (step > MOST_STEPS) throw new Violation("ends", `still not over after ${step} steps`);
      if (!this.#step()) throw new Violation("ends", "everything waits for something else");
    }
    if (end.error !== undefined) throw end.error;
  }

  /** Whether something is due at this moment: what processes of one runtime share is as it was once that is done. */
  get #isBusy(): boolean {
    return (this.#due.at(-1)?.at ?? Infinity) <= this.now;
  }

  /** Runs the next timer; false if there is none. Of one that is killed only the turns that it has begun end. */
  #step(): boolean {
    const timer = this.#due.pop();
    if (!timer) return false;
    if (!timer.host.isAlive && timer.delay > 0) return true;
    this.now = Math.max(this.now, timer.at);
    if (timer.isRepeated) this.schedule(timer);
    this.#hosts.run(timer.host, timer.run);
    return true;
  }
}

/** What a process has open from the start. */
const OWN: readonly string[] = ["TTYWrap", "PipeWrap", "FSEvent", "MessagePort"];

/**
 * Lets everything happen that follows from what happened without a timer. Simulated time stands still while a file is
 * read; a timer of the runtime must not be among what runs.
 */
async function settle(): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => void nextTurn(resolve));
    const active = process.getActiveResourcesInfo().filter((kind) => !OWN.includes(kind));
    if (active.length === 0) return;
    const real = active.find((kind) => !kind.startsWith("FSReq") && kind !== "CloseReq");
    if (real !== undefined)
      throw new Violation("guard", `the product used ${real} of the runtime, past the simulation`);
  }
}
