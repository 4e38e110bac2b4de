import type { ExecutedTransaction } from "../ledger/mod.ts";
import { pathsTo, type StateChange, type TreeUpdate, updateStateTree } from "../state_tree/mod.ts";
import type { Engine, Reads } from "./_engine.ts";
import type { LogEnd } from "./_event_log.ts";
import type { Ground } from "./_plan.ts";
import { readState, readTreeNodes } from "./_reads.ts";
import { type BlockRow, fromBlob } from "./_rows.ts";

/** What a write needs of the head. */
type HeadRow = Pick<BlockRow, "height" | "hash" | "first_tx" | "tx_count">;

/** The row of `ground`: the head, if there is one, and the ends of some tables. */
type GroundRow = LogEnd &
  (HeadRow | { readonly height: null }) & {
    readonly last_name: number;
    readonly last_state: number;
  };

/** What blocks are added on. */
export interface ReadGround extends Ground {
  readonly log: LogEnd;
  /** State values of the keys that were asked for. */
  readonly values: ReadonlyMap<string, string>;
}

/** What a block says of a transaction's lists. */
type Sides = Pick<ExecutedTransaction, "type" | "from" | "to">;

/** Reads the ground of transactions and, for their events, of state keys that change, all of it at once. */
export async function readGround(
  reads: Reads,
  transactions: readonly Sides[],
  keys: readonly string[],
): Promise<ReadGround> {
  const names = [...new Set(transactions.flatMap(({ type, from, to }) => [type, from, to]))];
  const [row, found, values] = await Promise.all([
    reads.one<GroundRow>("ground"),
    names.length === 0 ? [] : reads.all<NameRow>("names", [names]),
    keys.length === 0 ? NO_VALUES : readState(reads, keys).then((state) => state.values),
  ]);
  if (!row) throw new Error("Cannot write: the store has no tables");
  const head = row.height === null ? undefined : row;
  return {
    head: head && { height: head.height, hash: fromBlob(head.hash) },
    transactions: head ? head.first_tx + head.tx_count : 0,
    lastName: row.last_name,
    lastState: row.last_state,
    log: row,
    ids: new Map(found.map(({ id, text }) => [text, id])),
    values,
  };
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

interface NameRow {
  readonly id: number;
  readonly text: string;
}

/** The state tree after changes; of its branches that may be on the way to them, `levels` are asked for at once. */
export function updateTree(
  reads: Reads,
  { levels }: Pick<Engine, "levels">,
  changes: readonly StateChange[],
): Promise<TreeUpdate> {
  if (levels === 0) return updateStateTree(changes, (paths) => readTreeNodes(reads, paths));
  const paths = pathsTo(
    changes.map(({ key }) => key),
    levels,
  );
  const ahead = readTreeNodes(reads, paths);
  return updateStateTree(changes, (asked) =>
    (asked[0]?.length ?? 0) < levels ? ahead : readTreeNodes(reads, asked),
  );
}
