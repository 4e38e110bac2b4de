import { DENSE } from "./event_log.ts";

/** A change of the tables of a chain, as each engine makes it: on SQLite in its file, on PostgreSQL in the schema of its segment. */
interface ChainStep {
  readonly sqlite: string;
  readonly postgres: string;
}

/**
 * Takes the events of pending transactions out of the log, whose numbers have gaps in their place from then on. On PostgreSQL
 * these transactions are told by their table.
 */
export const EVENTS_WITHOUT_PENDING: ChainStep = {
  sqlite: `
    INSERT INTO epoch (name, first_event)
      SELECT '${DENSE}', 1 + max(coalesce((SELECT max(seq) FROM event), 0), coalesce((SELECT max(seq) FROM pending_event), 0));
    DROP TABLE pending_event;
    ALTER TABLE event DROP COLUMN nth`,
  postgres: `
    INSERT INTO epoch (name, first_event) SELECT '${DENSE}', last_event + 1 FROM chain;
    DROP TABLE pending_event;
    ALTER TABLE event DROP COLUMN nth;
    ALTER TABLE pending ADD COLUMN first_seq bigint;
    ALTER TABLE chain ADD COLUMN last_pending bigint NOT NULL DEFAULT 0;
    UPDATE chain SET last_pending = coalesce((SELECT max(seq) FROM pending), 0);`,
};

const TOKEN_TRANSFERS =
  "status = 'success' AND type = (SELECT id FROM name WHERE text = 'token_transfer')";

/** Renders the transfers of tokens with what they moved. */
export const TOKENS_MOVED: ChainStep = {
  sqlite: `
    UPDATE tx SET body = substr(body, 1, length(body) - 1) || ',"token":' || json_object(
      'contract', extra ->> '$.logs[0].address', 'amount', extra ->> '$.logs[0].data.value') || '}'
    WHERE ${TOKEN_TRANSFERS}`,
  postgres: `
    UPDATE tx SET body = left(body, -1) || ',"token":{"contract":' || (extra::json #> '{logs,0,address}')::text
      || ',"amount":' || (extra::json #> '{logs,0,data,value}')::text || '}}'
    WHERE ${TOKEN_TRANSFERS};`,
};

/** Every step, in order. A change of the tables adds one, here and to those of a fleet. */
export const CHAIN_STEPS: readonly ChainStep[] = [EVENTS_WITHOUT_PENDING, TOKENS_MOVED];
