import { setTimeout as delay } from "node:timers/promises";
import type { Segment } from "../../chains/mod.ts";
import { type KeyStore, openPostgresKeyStore } from "../access/keys/mod.ts";
import type { PreparedTransaction } from "../chain/ledger/mod.ts";
import { loadPostgresStore, type PostgresStore, type Render } from "../chain/store/mod.ts";
import {
  ChainMismatchError,
  type Devnet,
  historyText,
  openDevnet,
} from "../devnet/producer/mod.ts";
import type { CHAIN_ROWS, ServiceSettings } from "../options/mod.ts";
import { type ConnectionCounts, type Database, openDatabase } from "../postgres.ts";
import { ChainSettings } from "./_chain_settings.ts";
import { FleetSource, Follower } from "./_fleet_source.ts";
import { checkVersion } from "./_migrations.ts";
import { Submissions } from "./_submissions.ts";
import { Lease, WriterPost } from "./_writer_post.ts";
import { Instance } from "./instances.ts";

/** Options of the service that its processes and their chains have. */
type FleetSettings = Pick<
  ServiceSettings,
  | keyof typeof CHAIN_ROWS
  | ("segments" | "readStore" | "role" | "databaseConnections" | "databaseTimeout")
>;

/** Options of a process that joins a fleet. */
interface FleetOptions extends FleetSettings {
  /** `postgres://…` of the primary. */
  readonly store: string;
  readonly renderOf: (segment: Segment) => Render;
  readonly onError: (error: unknown) => void;
}

/** One segment of a fleet, as this process has it. */
export interface FleetChain {
  readonly segment: Segment;
  /** Parts that requests are answered from. */
  readonly store: PostgresStore;
  readonly source: FleetSource;
  /**
   * Resolves once it can be served: it has blocks, and where this process is to produce them, it does.
   *
   * @throws {ChainMismatchError} If it is another chain than the options say.
   */
  readonly opened: Promise<void>;
  /** What that waits for. */
  readonly waitsFor: string;
  /** The primary, where `store` is a replica. */
  readonly primary: PostgresStore | undefined;
  /** Height of the newest block that this process knows of. */
  readonly height: number;
  /** A store that has reached a height, if there is one; else the newest there is. */
  storeAt(height: number): Promise<PostgresStore>;
  /** Calls `listener` after each change of the chain or its events. */
  onChange(listener: () => void): void;
  /** Term of the lease, while this process produces the blocks. */
  readonly term: number | undefined;
  /** Seconds since the database was read last. */
  readonly age: number;
  /** Seconds since this process saw a block come or go last. */
  readonly headAge: number;
  close(): Promise<void>;
}

/** A fleet that was joined. */
export interface Fleet {
  readonly database: Database;
  readonly instance: Instance;
  readonly chains: readonly FleetChain[];
  readonly connections: ConnectionCounts;
  /** Leaves it: gives leases up and closes the databases. The chains are to be closed first. */
  close(): Promise<void>;
}

/** Milliseconds that a request waits for a replica to reach a height. */
const REPLICA_PATIENCE = 500;
const STEP = 20;
/** Milliseconds between counts of what is pending. */
const COUNT = 1_000;

/**
 * Joins a fleet. Its chains may have no blocks yet, see {@linkcode FleetChain.opened}.
 *
 * @throws {ChainMismatchError} If an option contradicts a chain in the database.
 * @throws {Error} If a database cannot be reached or has no schema.
 */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { store: url, readStore, role, segments } = options;
  const { databaseConnections: maximum, databaseTimeout } = options;
  const limits = { maximum, connectTimeout: databaseTimeout, readTimeout: databaseTimeout };
  const database = await openDatabase({ url, ...limits });
  const replica =
    readStore === undefined ? undefined : await openDatabase({ url: readStore, ...limits });
  const instance = new Instance(database, role);
  const chains: FollowedChain[] = [];
  const close = async (): Promise<void> => {
    await instance.leave();
    await Promise.all([database.close(), replica?.close()]);
  };
  try {
    await instance.enter();
    for (const segment of segments)
      chains.push(await openFleetChain(segment, options, { database, replica, instance }));
  } catch (error) {
    await Promise.all(chains.map((chain) => chain.close()));
    await close();
    throw error;
  }
  listenFor(database, chains);
  return {
    database,
    instance,
    chains,
    get connections() {
      return database.connections;
    },
    close,
  };
}

/** One connection hears of every segment; a notice names its own. */
function listenFor(database: Database, chains: readonly FollowedChain[]): void {
  database.listen("alphadelta", (segment) => {
    for (const chain of chains)
      if (segment === undefined || segment === chain.segment) chain.look();
  });
}

/** A chain that can be told to look for changes. */
interface FollowedChain extends FleetChain {
  look(): void;
}

interface Parts {
  readonly database: Database;
  readonly replica: Database | undefined;
  readonly instance: Instance;
}

async function openFleetChain(
  segment: Segment,
  options: FleetOptions,
  { database, replica, instance }: Parts,
): Promise<FollowedChain> {
  const { renderOf, onError, role, mempoolSize, history, traffic, mode, clock } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const { openPostgresStore } = await loadPostgresStore();
  const where = { schema: segment, render: renderOf(segment) };
  const primary = await openPostgresStore({ ...where, database });
  const store = replica ? await openPostgresStore({ ...where, database: replica }) : primary;
  const submissions = new Submissions(primary, mempoolSize);
  const settings = new ChainSettings(database, segment, options);
  if (primary.view.height >= 0) await settings.read();

  let made: number | undefined;
  async function produce(term: number): Promise<Devnet> {
    made = undefined;
    const own = await openPostgresStore({ ...where, database, term });
    if (own.view.height < 0) await settings.write(term);
    await settings.read();
    const shared = {
      accept: (transaction: PreparedTransaction) => submissions.accept(transaction),
      next: () => own.nextPending(),
    };
    const chain = { history, traffic, mode, clock, mempoolSize, ...settings.values };
    const onHistory = (height: number): void => void (made = height);
    const devnet = await openDevnet({
      ...chain,
      segment,
      store: own,
      signal,
      shared,
      onError,
      onHistory,
    });
    // Of a chain that an earlier release made none are stored; the next opening tries again.
    await settings.write(term).catch(onError);
    return devnet;
  }
  const lease = new Lease(database, segment, instance.id);
  let head = "";
  let headAt = performance.now();
  const headAge = (): number => (performance.now() - headAt) / 1_000;
  const onPostError = (error: unknown): void => {
    // A history that is given up is no error.
    if (!signal.aborted) onError(error);
  };
  const post =
    role === "gateway"
      ? undefined
      : new WriterPost({ lease, open: produce, headAge, onError: onPostError });
  const listeners: (() => void)[] = [];
  const follower = new Follower(
    store,
    () => {
      const seen = `${store.view.height} ${store.view.removals}`;
      if (seen !== head) headAt = performance.now();
      head = seen;
      source.wake();
      for (const listener of listeners) listener();
    },
    onError,
  );
  const source = new FleetSource({
    segment,
    store: primary,
    submissions,
    post,
    settings,
    failure: () => follower.failure,
  });
  const counting = setInterval(() => {
    primary.countPending().then(
      (count) => (source.pendingCount = count),
      () => undefined,
    );
  }, COUNT);
  counting.unref();
  post?.start();
  const opened = waitForBlocks({ store, source, settings, signal });
  // Nobody waits for it where another chain cannot be opened.
  opened.catch(() => undefined);
  return {
    segment,
    opened,
    get waitsFor() {
      if (source.failure !== undefined) return source.failure;
      if (made !== undefined) return historyText(made, history);
      return source.isOpening
        ? "beginning to produce blocks"
        : "waiting for a writer to make its blocks";
    },
    store,
    source,
    primary: replica && primary,
    get height() {
      return store.view.height;
    },
    async storeAt(height) {
      if (store.view.height >= height) return store;
      if (await reaches(store, height, replica ? REPLICA_PATIENCE : 0)) return store;
      await primary.refresh();
      return primary;
    },
    onChange: (listener) => void listeners.push(listener),
    look: () => follower.look(),
    get term() {
      return post?.term;
    },
    get age() {
      return follower.age;
    },
    get headAge() {
      return headAge();
    },
    async close() {
      closing.abort();
      clearInterval(counting);
      follower.stop();
      await source.close();
    },
  };
}

async function reaches(store: PostgresStore, height: number, patience: number): Promise<boolean> {
  const deadline = performance.now() + patience;
  for (;;) {
    if ((await store.refresh()).height >= height) return true;
    if (performance.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
}

interface Opening extends Pick<FleetChain, "store" | "source"> {
  readonly settings: ChainSettings;
  readonly signal: AbortSignal;
}

/** A chain is served once it has blocks, and where this process is to produce them, once it does. */
async function waitForBlocks({ store, source, settings, signal }: Opening): Promise<void> {
  const isReady = (): boolean =>
    !source.isOpening && source.failure === undefined && store.view.height >= 0;
  for (;;) {
    if (source.isHopeless) throw new ChainMismatchError(source.failure);
    const error = isReady() ? await settings.read().catch((one: unknown) => one) : "not ready";
    if (error === undefined) return;
    if (error instanceof ChainMismatchError) throw error;
    await delay(STEP, undefined, { signal });
  }
}

/**
 * Opens the API keys of a fleet, with a database of its own that closes with them.
 *
 * @throws {Error} If the database cannot be used or has no schema.
 */
export async function openFleetKeys(url: string): Promise<KeyStore> {
  const database = await openDatabase({ url, maximum: 1 });
  try {
    await checkVersion(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const keys = openPostgresKeyStore(database);
  return {
    ...keys,
    async close() {
      await keys.close();
      await database.close();
    },
  };
}
