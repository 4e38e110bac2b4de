import { createRequire, syncBuiltinESMExports } from "node:module";
import { Timer, type Simulation, Violation } from "./simulation.ts";

/** Milliseconds for which a slow commit holds the process. */
const SLOW = 150;

type Callback = (...args: unknown[]) => void;

/** The simulation that runs; before and after it the runtime's own time holds. */
let running: Simulation | undefined;

/** Makes the globals those of a simulation until `work` is done. */
export async function inSimulation<Value>(
  simulation: Simulation,
  work: () => Promise<Value>,
): Promise<Value> {
  running = simulation;
  try {
    return await work();
  } finally {
    running = undefined;
  }
}

function current(): Simulation {
  if (!running) throw new Violation("guard", "the product set a timer outside of the simulation");
  return running;
}

/** The shortest delay of Node's timers is a millisecond, and longer ones than this overflow. */
function delayOf(delay: unknown): number {
  const number = Number(delay);
  return number >= 1 && number <= 2 ** 31 - 1 ? number : 1;
}

const later = (run: Callback, delay?: unknown, ...args: unknown[]): Timer =>
  new Timer(current(), () => run(...args), delayOf(delay));
const repeat = (run: Callback, delay?: unknown, ...args: unknown[]): Timer =>
  new Timer(current(), () => run(...args), delayOf(delay), true);
const soon = (run: Callback, ...args: unknown[]): Timer =>
  new Timer(current(), () => run(...args), 0);
const clear = (timer?: Timer): void => timer?.close();

const TIMERS = {
  setTimeout: later,
  setInterval: repeat,
  setImmediate: soon,
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
};

function forbidden(name: string): () => never {
  return () => {
    throw new Violation("guard", `the product used ${name}, past the simulation`);
  };
}

function forbidAll(place: string, target: object, names: readonly string[]): void {
  for (const name of names) Object.assign(target, { [name]: forbidden(`${name} of ${place}`) });
}

/**
 * Replaces time, timers, random numbers and what runs in the thread pool, in globals and in Node's modules. Modules that
 * are loaded from then on get these, also those that they import by name.
 */
export function installRuntime(): void {
  const require = createRequire(import.meta.url);
  const crypto = require("node:crypto") as typeof import("node:crypto");
  Object.assign(globalThis, TIMERS);
  Object.assign(require("node:timers"), TIMERS);
  forbidAll(
    "node:timers/promises",
    require("node:timers/promises"),
    Object.keys(TIMERS).slice(0, 3),
  );
  replaceClocks();
  replaceRandom(crypto);
  replaceThreads(crypto);
  forbidAll("node:crypto", crypto, ["scrypt", "pbkdf2"]);
  replaceSqlite(require("node:sqlite") as typeof import("node:sqlite"));
  forbidAll("the runtime", globalThis, ["fetch", "WebSocket"]);
  forbidAll("process", process, ["hrtime"]);
  forbidAll("AbortSignal", AbortSignal, ["timeout"]);
  const realTimer = realTimeout(() => undefined, 0);
  clearRealTimeout(realTimer);
  // A timer of the runtime that keeps no process alive is not among its active resources.
  Object.getPrototypeOf(realTimer).unref = forbidden("a timer of the runtime");
  syncBuiltinESMExports();
}

const realTimeout = setTimeout;
const clearRealTimeout = clearTimeout;

function replaceClocks(): void {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...args: unknown[]) {
      if (args.length > 0 || !running) super(...(args as []));
      else super(running.timeOfDay);
    }

    static override now(): number {
      return running ? running.timeOfDay : RealDate.now();
    }
  } as DateConstructor;
  const realNow = performance.now.bind(performance);
  performance.now = () => (running ? running.now : realNow());
}

function replaceRandom(crypto: typeof import("node:crypto")): void {
  const realRandom = Math.random;
  Math.random = () => (running ? running.host.random.next() : realRandom());
  const fill = <Bytes extends ArrayBufferView>(bytes: Bytes): Bytes => {
    const { buffer, byteOffset, byteLength } = bytes;
    current().host.random.overwrite(new Uint8Array(buffer, byteOffset, byteLength));
    return bytes;
  };
  const randomUUID = (): string => {
    const hex = fill(Buffer.alloc(16)).toString("hex");
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
  };
  const randomBytes = (length: number): Buffer => fill(Buffer.alloc(length));
  Object.assign(crypto, { randomBytes, randomUUID });
  Object.assign(globalThis.crypto, { getRandomValues: fill, randomUUID });
}

/**
 * Signatures and hashes are made in this thread, so that their order is that of the calls. A signature is a hash of the
 * public key and the message, which takes a twentieth of the time of a real one.
 */
function replaceThreads(crypto: typeof import("node:crypto")): void {
  const { createHash, createPrivateKey, createPublicKey } = crypto;
  type Key = import("node:crypto").KeyObject;
  const publicKeys = new WeakMap<Key, Buffer>();
  const signatureOf = (data: Uint8Array, key: Key): Buffer => {
    const spki = { format: "der", type: "spki" } as const;
    const shown = (): Buffer =>
      key.type === "private" ? createPublicKey(key).export(spki) : key.export(spki);
    const publicKey = publicKeys.get(key) ?? shown();
    publicKeys.set(key, publicKey);
    return createHash("sha512").update(publicKey).update(data).digest();
  };
  const tell = <Value>(value: Value, done?: (error: null, value: Value) => void): Value => {
    if (done) queueMicrotask(() => done(null, value));
    return value;
  };
  Object.assign(crypto, {
    verify: (_: null, data: Uint8Array, key: Key, signature: Uint8Array, done?: () => void) =>
      tell(signatureOf(data, key).equals(signature), done),
    sign: (_: null, data: Uint8Array, key: Key, done?: () => void) =>
      tell(signatureOf(data, key), done),
  });
  Object.assign(globalThis.crypto.subtle, {
    digest: async (_: string, data: Uint8Array) =>
      Uint8Array.from(createHash("sha256").update(data).digest()).buffer,
    importKey: async (_: string, data: Uint8Array) =>
      createPrivateKey({ key: Buffer.from(data), format: "der", type: "pkcs8" }),
    exportKey: async (_: string, key: Key) => key.export({ format: "jwk" }),
    sign: async (_: string, key: Key, data: Uint8Array) =>
      Uint8Array.from(signatureOf(data, key)).buffer,
  });
}

/** Databases whose host makes a commit fail, before or after it took effect, or take its time, and reads fail. */
function replaceSqlite(sqlite: typeof import("node:sqlite")): void {
  const { DatabaseSync, StatementSync } = sqlite;
  class FailingDatabase extends DatabaseSync {
    override exec(sql: string): void {
      const fault = sql === "COMMIT" ? running?.host.storeFault(true) : undefined;
      if (fault === "commit slow" && running) running.now += SLOW;
      if (fault !== "commit fails") super.exec(sql);
      if (fault !== undefined && fault !== "commit slow") throw diskError();
    }
  }
  for (const name of ["all", "get"] as const) {
    const read = StatementSync.prototype[name] as (...values: unknown[]) => never;
    StatementSync.prototype[name] = function readOrFail(...values: unknown[]) {
      if (running?.host.storeFault(false)) throw diskError();
      return read.apply(this, values);
    };
  }
  Object.assign(sqlite, { DatabaseSync: FailingDatabase });
}

function diskError(): Error {
  return Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 10 });
}
