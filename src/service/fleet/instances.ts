import { hostname } from "node:os";
import { randomBytes } from "../crypto.ts";
import type { Role } from "../options/mod.ts";
import { type Database, prepare } from "../postgres.ts";
import { SCHEMA_VERSION } from "./_migrations.ts";
import { repeat } from "../turns.ts";

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
