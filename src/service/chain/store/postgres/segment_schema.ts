import { createTables, POSTGRES_TABLES } from "../../../sql_schema.ts";
import { TABLES } from "../_tables.ts";

/**
 * The tables of one segment, in a schema of its own: those that both dialects have, and beside these
 *
 * - `chain` is one row that every write locks first and changes last: what it counts is of one moment with the rest.
 *   `removals` is the revision of the last removal of blocks.
 * - `lease` is one row: who produces blocks, the term of that, and until when on this server's clock.
 * - `pending` has what any gateway accepted, in order; `sender`, `nonce` and `serial_numbers` are what
 *   nonces and double spends are checked by; `first_seq` is the `seq` that a transaction became pending with, where a reorganisation
 *   has put it back among others since.
 * - `analyze_tables()` gives the planner statistics, by the rights of the owner: without them it takes small reads for large.
 */
export function segmentSchema(schema: string, epoch: string): string {
  const analyzed = Object.keys(TABLES).filter((name) => name !== "pending" && name !== "epoch");
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
  epoch text NOT NULL,
  last_pending bigint NOT NULL DEFAULT 0
);
CREATE TABLE lease (
  id int PRIMARY KEY CHECK (id = 1),
  term bigint NOT NULL,
  holder text,
  expires timestamptz NOT NULL
);
${createTables(TABLES, POSTGRES_TABLES)}ALTER TABLE pending
  ADD COLUMN sender text COLLATE "C",
  ADD COLUMN nonce bigint,
  ADD COLUMN serial_numbers text[],
  ADD COLUMN first_seq bigint;
CREATE INDEX ON pending (sender, nonce);
CREATE INDEX ON pending USING gin (serial_numbers) WHERE serial_numbers IS NOT NULL;

CREATE FUNCTION analyze_tables() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  ANALYZE ${analyzed.map((name) => `"${schema}".${name}`).join(", ")};
END $$;

INSERT INTO chain VALUES (1, 0, 0, -1, 0, 0, '${epoch}');
INSERT INTO lease VALUES (1, 0, NULL, now());
INSERT INTO epoch (name, first_event) VALUES ('${epoch}', 1);
`;
}
