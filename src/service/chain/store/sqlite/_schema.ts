/** Version of the tables below, in `PRAGMA user_version`. A change of the tables raises it. */
export const SCHEMA_VERSION = 6;

/**
 * The tables.
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
 * - `event` holds the newest events, `seq` counted up from 1 and never given twice while the newest one is kept;
 *   `epoch.first_event` is the first `seq` that an opening of the store could give.
 * - `name.id` and `state.seq` count up; `block.first_name` and `first_state` are the lowest ones given out since that
 *   block, so that removing the blocks above a height removes the end of each table.
 */
export const SCHEMA = `
CREATE TABLE block (
  height INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  summary TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  parent_hash BLOB NOT NULL,
  timestamp INTEGER NOT NULL,
  validator TEXT NOT NULL,
  state_root BLOB NOT NULL,
  transactions_root BLOB NOT NULL,
  receipts_root BLOB NOT NULL,
  gas_used TEXT NOT NULL,
  gas_limit TEXT NOT NULL,
  tx_count INTEGER NOT NULL,
  first_tx INTEGER NOT NULL,
  first_name INTEGER NOT NULL,
  first_state INTEGER NOT NULL
) STRICT;

CREATE TABLE tx (
  seq INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  height INTEGER NOT NULL,
  type INTEGER NOT NULL,
  sender INTEGER NOT NULL,
  receiver INTEGER NOT NULL,
  value TEXT NOT NULL,
  nonce INTEGER NOT NULL,
  gas_price TEXT NOT NULL,
  gas_limit TEXT NOT NULL,
  gas_used TEXT NOT NULL,
  status TEXT NOT NULL,
  extra TEXT NOT NULL,
  raw BLOB NOT NULL
) STRICT;

CREATE TABLE name (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE entry (
  account INTEGER NOT NULL,
  type INTEGER NOT NULL,
  direction INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  tx INTEGER NOT NULL,
  PRIMARY KEY (account, type, direction, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE account (
  address TEXT PRIMARY KEY,
  tx_count INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  state TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE state (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  height INTEGER NOT NULL,
  value TEXT,
  UNIQUE (key, height)
) STRICT;

CREATE TABLE tree_node (
  path TEXT PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pending (
  seq INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  raw BLOB NOT NULL
) STRICT;

CREATE TABLE event (
  seq INTEGER PRIMARY KEY,
  topic TEXT NOT NULL,
  type TEXT,
  sender TEXT,
  receiver TEXT,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE epoch (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  first_event INTEGER NOT NULL
) STRICT;
`;
