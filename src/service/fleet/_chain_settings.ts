import type { Segment } from "../../chains/mod.ts";
import { ChainMismatchError } from "../devnet/producer/mod.ts";
import { SERVICE_DEFAULTS, type ServiceOptions } from "../options/mod.ts";
import { type Database, prepare } from "../postgres.ts";

type Settings = Required<Pick<ServiceOptions, "seed" | "blockTime">>;

const SELECT = prepare(
  `SELECT seed, block_time AS "blockTime" FROM fleet.chain WHERE segment = $1`,
);

/**
 * Seed and block time of a segment's chain, the same in every process of a fleet: the writer that makes the chain stores
 * them, and every other process reads them.
 */
export class ChainSettings {
  readonly #database: Database;
  readonly #segment: Segment;
  readonly #options: Partial<Settings>;
  #stored: Settings | undefined;

  /** @param options What the process was told; the chain must have the same. */
  constructor(database: Database, segment: Segment, { seed, blockTime }: Partial<Settings>) {
    this.#database = database;
    this.#segment = segment;
    this.#options = {
      ...(seed !== undefined && { seed }),
      ...(blockTime !== undefined && { blockTime }),
    };
  }

  /** The settings of the chain; before it is known, those of a new chain. */
  get values(): Settings {
    const { seed, blockTime } = SERVICE_DEFAULTS;
    return this.#stored ?? { seed, blockTime, ...this.#options };
  }

  /**
   * Reads those of a chain that has blocks.
   *
   * @throws {ChainMismatchError} If an option contradicts them.
   */
  async read(): Promise<void> {
    const [stored] = await this.#database.rows<Settings>(SELECT, [this.#segment]);
    if (!stored) return;
    for (const [name, value] of Object.entries(this.#options)) {
      const known = stored[name as keyof Settings];
      if (known === value) continue;
      throw new ChainMismatchError(
        `Cannot serve ${this.#segment}: its chain in the database has the ${name} ${known}, not ${value}; leave ${name} out or use another database`,
      );
    }
    this.#stored = stored;
  }

  /** Stores them by the writer of a term; those of a chain that has blocks stay as they are. */
  async write(term: number): Promise<void> {
    const { seed, blockTime } = this.values;
    await this.#database.transaction((session) =>
      session.rows(
        {
          name: "",
          text: `INSERT INTO fleet.chain SELECT $1, $2, $3 FROM "${this.#segment}".lease WHERE term = $4
            ON CONFLICT (segment) DO UPDATE SET seed = excluded.seed, block_time = excluded.block_time
            WHERE (SELECT height FROM "${this.#segment}".chain) < 0`,
        },
        [this.#segment, seed, blockTime, term],
      ),
    );
  }
}
