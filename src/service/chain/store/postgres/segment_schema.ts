/**
 * The tables of one segment, in a schema of its own. They say what those of SQLite say, row by row:
 *
 * - `tx.seq` counts all transactions from 0 in chain order; `block.first_tx` and `tx_count` name a block's part of it.
 * - `entry` holds every other list, each dense from 0, so a list's length is its highest `seq` plus one. `account` and
 *   `type` are ids of `name`, 0 stands for any; `direction` is 0 for all, 1 for in, 2 for out.
 * - `account` holds what is known of each address at the head; all of it follows from `entry` and `state`.
 * - `state` has a row for every height at which a value changed; a null value is a removal.
 * - `tree_node` holds the branches of the state tree of the head.
 * - `block.first_name` and `first_state` are the lowest ids given out since that block.
 *
 * Beside these:
 *
 * - `chain` is one row that every write locks first and changes last: what it counts is of one moment with the rest.
 *   `removals` is the revision of the last removal of blocks.
 * - `lease` is one row: who produces blocks, the term of that, and until when on this server's clock.
 * - `pending` has what any gateway accepted, in order; the columns after `raw` are what nonces and double spends are
 *   checked by.
 * - `event.seq` counts up from 1 without gaps; `epoch` has the names under which cursors know it.
 * - `analyze_tables()` gives the planner statistics, by the rights of the owner: without them it takes small reads for large.
 */
export function segmentSchema(schema: string, epoch: string): string {
  return `
CREATE SCHEMA "${schema}";
SET LOCAL search_path TO "${schema}";

CREATE TABLE chain (
  id int PRIMARY KEY CHECK (id = 1),
  revision bigint NOT NULL,
  removals bigint NOT NULL,
  height bigint NOT NULL,
  transactions bigint NOT NULL,
  last_event bigint NOT NULL,
  epoch text NOT NULL
);
CREATE TABLE lease (
  id int PRIMARY KEY CHECK (id = 1),
  term bigint NOT NULL,
  holder text,
  expires timestamptz NOT NULL
);
CREATE TABLE block (
  height bigint PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  parent_hash bytea NOT NULL,
  timestamp bigint NOT NULL,
  validator text NOT NULL,
  state_root bytea NOT NULL,
  transactions_root bytea NOT NULL,
  receipts_root bytea NOT NULL,
  gas_used text NOT NULL,
  gas_limit text NOT NULL,
  tx_count int NOT NULL,
  first_tx bigint NOT NULL,
  first_name bigint NOT NULL,
  first_state bigint NOT NULL,
  body text NOT NULL,
  summary text NOT NULL
);
CREATE TABLE name (
  id bigint PRIMARY KEY,
  text text COLLATE "C" NOT NULL UNIQUE
);
CREATE TABLE tx (
  seq bigint PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  height bigint NOT NULL,
  type bigint NOT NULL,
  sender bigint NOT NULL,
  receiver bigint NOT NULL,
  value text NOT NULL,
  nonce bigint NOT NULL,
  gas_price text NOT NULL,
  gas_limit text NOT NULL,
  gas_used text NOT NULL,
  status text NOT NULL,
  extra text NOT NULL,
  raw bytea NOT NULL,
  body text NOT NULL
);
CREATE TABLE entry (
  account bigint NOT NULL,
  type bigint NOT NULL,
  direction smallint NOT NULL,
  seq bigint NOT NULL,
  tx bigint NOT NULL,
  PRIMARY KEY (account, type, direction, seq)
);
CREATE TABLE account (
  address text COLLATE "C" PRIMARY KEY,
  tx_count bigint NOT NULL,
  first_seen bigint NOT NULL,
  last_seen bigint NOT NULL,
  state text
);
CREATE TABLE state (
  seq bigint PRIMARY KEY,
  key text COLLATE "C" NOT NULL,
  height bigint NOT NULL,
  value text,
  UNIQUE (key, height)
);
CREATE TABLE tree_node (
  path text COLLATE "C" PRIMARY KEY,
  bytes bytea NOT NULL
);
CREATE TABLE pending (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  raw bytea NOT NULL,
  sender text COLLATE "C",
  nonce bigint,
  serial_numbers text[]
);
CREATE INDEX ON pending (sender, nonce);
CREATE INDEX ON pending USING gin (serial_numbers) WHERE serial_numbers IS NOT NULL;
CREATE TABLE event (
  seq bigint PRIMARY KEY,
  topic text NOT NULL,
  type text,
  sender text,
  receiver text,
  body text NOT NULL
);
CREATE TABLE epoch (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  first_event bigint NOT NULL
);

CREATE FUNCTION analyze_tables() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  ANALYZE "${schema}".block, "${schema}".name, "${schema}".tx, "${schema}".entry, "${schema}".account,
    "${schema}".state, "${schema}".tree_node, "${schema}".event;
END $$;

INSERT INTO chain VALUES (1, 0, 0, -1, 0, 0, '${epoch}');
INSERT INTO lease VALUES (1, 0, NULL, now());
INSERT INTO epoch (name, first_event) VALUES ('${epoch}', 1);
`;
}
