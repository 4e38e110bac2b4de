import { hostname } from "node:os";
import type { Segment } from "../../chains/mod.ts";
import { type KeyStore, openPostgresKeyStore } from "../access/keys/mod.ts";
import { randomBytes } from "../crypto.ts";
import { boundOf } from "../event_retention.ts";
import type { Role, ServiceSettings } from "../options/mod.ts";
import { Outages } from "../outages.ts";
import { type Database, prepare } from "../postgres.ts";
import { repeat } from "../turns.ts";
import { openPostgresStore } from "../chain/store/internal.ts";
import { ChainSettings } from "./_chain_settings.ts";
import { FleetChain, type FleetChainOptions } from "./_fleet_chain.ts";
import { openChecked, SCHEMA_VERSION } from "./_migrations.ts";
import { Lease } from "./_writer_post.ts";

export type { FleetChain } from "./_fleet_chain.ts";

type FleetOptions = FleetChainOptions &
  Pick<ServiceSettings, "segments" | "databaseConnections" | "databaseTimeout"> & {
    /** `postgres://…`. */
    readonly store: string;
  };

export interface Fleet {
  readonly database: Database;
  readonly instance: Instance;
  readonly chains: readonly FleetChain[];
  /** Leaves it: gives leases up and closes the database. The chains are to be closed first. */
  close(): Promise<void>;
}

/**
 * Joins a fleet. Its chains may have no blocks yet, see {@linkcode FleetChain.opened}.
 *
 * @throws {ChainMismatchError} If an option contradicts a chain in the database.
 * @throws {Error} If the database cannot be reached or has no schema.
 */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  const { store: url, role, segments } = options;
  const { databaseConnections: maximum, databaseTimeout } = options;
  const limits = { maximum, connectTimeout: databaseTimeout, readTimeout: databaseTimeout };
  const database = await openChecked({ url, ...limits });
  const instance = new Instance(database, role);
  const outages = new Outages(options.onError);
  const chains: FleetChain[] = [];
  const close = async (): Promise<void> => {
    await instance.leave();
    await database.close();
  };
  try {
    await instance.enter();
    for (const segment of segments)
      chains.push(await openFleetChain(segment, options, { database, instance, outages }));
  } catch (error) {
    await Promise.all(chains.map((chain) => chain.close()));
    await close();
    throw error;
  }
  listenFor(database, chains);
  return { database, instance, chains, close };
}

/**
 * Joins the processes that serve a chain.
 *
 * @throws {ChainMismatchError} If an option contradicts the chain in the database.
 */
async function openFleetChain(
  segment: Segment,
  options: FleetChainOptions,
  { database, instance, outages }: Pick<Fleet, "database" | "instance"> & { outages: Outages },
): Promise<FleetChain> {
  const { clock } = options;
  const where = { schema: segment, render: options.renderOf(segment), clock };
  const bound = boundOf(options.eventRetention);
  const settings = new ChainSettings(database, segment, options);
  const store = await openPostgresStore({ ...where, database });
  if (store.view.height >= 0) await settings.read();
  return new FleetChain({
    segment,
    options,
    settings,
    outages,
    lease: new Lease(database, segment, instance.id),
    store,
    openOwn: (term) => openPostgresStore({ ...where, database, term, bound }),
  });
}

/** One connection hears of every segment; a notice names its own. */
function listenFor(database: Database, chains: readonly FleetChain[]): void {
  database.listen("alphadelta", (text) => {
    for (const chain of chains)
      if (text === undefined || text === chain.segment) chain.follower.look();
  });
}

/**
 * Opens the API keys of a fleet, with a database of its own that closes with them.
 *
 * @throws {Error} If the database cannot be used or has no schema.
 */
export async function openFleetKeys(url: string): Promise<KeyStore> {
  const database = await openChecked({ url, maximum: 1 });
  const keys = openPostgresKeyStore(database);
  return {
    ...keys,
    async close() {
      await keys.close();
      await database.close();
    },
  };
}

/** Seconds without a sign of life after which a process counts as gone. */
export const INSTANCE_LIFETIME = 5;

/** Milliseconds between the signs of life of a process. */
const BEAT = 1_000;

const SEEN = prepare(`
  WITH beat AS (
    INSERT INTO fleet.instance VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()),
  gone AS (DELETE FROM fleet.instance WHERE seen < clock_timestamp() - interval '1 day')
  SELECT count(*) AS others FROM fleet.instance
  WHERE id <> $1 AND role <> 'writer' AND seen > clock_timestamp() - make_interval(secs => $4)`);
const GONE = prepare("DELETE FROM fleet.instance WHERE id = $1");

/** The entry of this process among those of its fleet, which it renews for as long as it runs. */
export class Instance {
  /** Names it: host, process, and some random digits. */
  readonly id = `${hostname()}-${process.pid}-${Buffer.from(randomBytes(3)).toString("hex")}`;
  /** Gateways that run, this one included, as far as it was told last. */
  gateways = 1;
  readonly #role: Role;
  readonly #database: Database;
  #stop: (() => Promise<void>) | undefined;

  constructor(database: Database, role: Role) {
    this.#database = database;
    this.#role = role;
  }

  async enter(): Promise<void> {
    await this.#beat();
    this.#stop = repeat(BEAT, () => this.#beat());
  }

  async leave(): Promise<void> {
    // A beat that is under way would enter it again.
    await this.#stop?.();
    await this.#database.rows(GONE, [this.id]).catch(() => undefined);
  }

  async #beat(): Promise<void> {
    const values = [this.id, SCHEMA_VERSION, this.#role, INSTANCE_LIFETIME];
    const [row] = await this.#database.rows<{ others: number }>(SEEN, values);
    this.gateways = 1 + (row?.others ?? 0);
  }
}
