import type { Hex } from "../../../units/mod.ts";
import type { TableSchema } from "../../sql_schema.ts";

/**
 * The tables that both dialects have.
 *
 * - `tx.seq` counts all transactions from 0 in chain order; `block.first_tx` and `tx_count` name a block's part of it.
 * - What answers are made of stands first in a row: SQLite reads a row up to the last column that is asked for.
 * - `entry` holds every other list, each dense from 0, so a list's length is its highest `seq` plus one. `account` and
 *   `type` are ids of `name`, 0 stands for any; `direction` is 0 for all, 1 for in, 2 for out.
 * - `account` holds what is known of each address at the head, so that it takes one look: its transactions, the times of
 *   the first and last block that have it, in a transaction or the state, and its state. All of it follows from `entry`
 *   and `state`.
 * - `state` has a row for every height at which a value changed; a null value is a removal.
 * - `tree_node` holds the branches of the state tree of the head, each under the hex digits that lead to it. The tree of
 *   every other height follows from `state`.
 * - `event` holds the newest events: `seq` counts up from 1 and is never given twice, as the newest stays; `at` is when it
 *   was written, in milliseconds since 1970. `epoch.first_event` is the first `seq` that an opening of the store could give.
 * - `name.id` and `state.seq` count up; `block.first_name` and `first_state` are the lowest ones given out since that
 *   block, so that removing the blocks above a height removes the end of each table.
 */
export const TABLES = {
  block: {
    columns: {
      height: "integer",
      body: "text",
      summary: "text",
      hash: "bytes",
      parent_hash: "bytes",
      timestamp: "integer",
      validator: "text",
      state_root: "bytes",
      transactions_root: "bytes",
      receipts_root: "bytes",
      gas_used: "text",
      gas_limit: "text",
      tx_count: "integer",
      first_tx: "integer",
      first_name: "integer",
      first_state: "integer",
    },
    key: ["height"],
    unique: ["hash"],
  },
  tx: {
    columns: {
      seq: "integer",
      body: "text",
      hash: "bytes",
      height: "integer",
      type: "integer",
      sender: "integer",
      receiver: "integer",
      value: "text",
      nonce: "integer",
      gas_price: "text",
      gas_limit: "text",
      gas_used: "text",
      status: "text",
      extra: "text",
      raw: "bytes",
    },
    key: ["seq"],
    unique: ["hash"],
  },
  name: { columns: { id: "integer", text: "key" }, key: ["id"], unique: ["text"] },
  entry: {
    columns: {
      account: "integer",
      type: "integer",
      direction: "small",
      seq: "integer",
      tx: "integer",
    },
    key: ["account", "type", "direction", "seq"],
  },
  account: {
    columns: {
      address: "key",
      tx_count: "integer",
      first_seen: "integer",
      last_seen: "integer",
      state: "text?",
    },
    key: ["address"],
  },
  state: {
    columns: { seq: "integer", key: "key", height: "integer", value: "text?" },
    key: ["seq"],
    unique: ["key", "height"],
  },
  tree_node: { columns: { path: "key", bytes: "bytes" }, key: ["path"] },
  pending: {
    columns: { seq: "counted", hash: "bytes", raw: "bytes" },
    key: ["seq"],
    unique: ["hash"],
  },
  event: {
    columns: {
      seq: "integer",
      // Null where an earlier release wrote the row.
      at: "integer?",
      topic: "text",
      type: "text?",
      sender: "text?",
      receiver: "text?",
      body: "text",
    },
    key: ["seq"],
  },
  epoch: {
    columns: { id: "counted", name: "text", first_event: "integer" },
    key: ["id"],
    unique: ["name"],
  },
} as const satisfies Readonly<Record<string, TableSchema>>;

export type TableName = keyof typeof TABLES;

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

type ValueOf<Type, Bytes> = Type extends `${infer Base}?`
  ? ValueOf<Base, Bytes> | null | undefined
  : Type extends "bytes"
    ? Bytes
    : Type extends "text" | "key"
      ? string
      : number;

/** A row of a table, to be written, or with `Uint8Array` as it is read. */
export type RowOf<Name extends TableName, Bytes = Hex | Uint8Array> = {
  readonly [Column in keyof (typeof TABLES)[Name]["columns"]]: ValueOf<
    (typeof TABLES)[Name]["columns"][Column],
    Bytes
  >;
};

interface ColumnKind {
  readonly name: string;
  readonly isBytes: boolean;
}

const COLUMNS = new Map<string, readonly ColumnKind[]>(
  Object.entries<TableSchema>(TABLES).map(([table, { columns }]) => [
    table,
    Object.entries(columns)
      .filter(([, type]) => type !== "counted")
      .map(([name, type]) => ({ name, isBytes: type === "bytes" })),
  ]),
);

/** The columns of a row that is added: all but those that the database counts up by itself. */
export function columnsOf(table: TableName): readonly ColumnKind[] {
  return COLUMNS.get(table) ?? [];
}
