import { type KeyStatementName, valuesOf } from "./_key_statements.ts";
import {
  type AskBounds,
  type AskedKey,
  type KeyRecord,
  type KeyStore,
  type KeyUse,
  momentsOf,
} from "./key_store.ts";

type Step = readonly [name: KeyStatementName, values: readonly unknown[]];

/** The statements of a transaction, one after the other, each with the rows of the one before at hand. */
export type Steps<Result> = Generator<Step, Result, readonly object[]>;

/** A database with the tables of keys. */
export interface KeyDatabase {
  rows(name: KeyStatementName, values?: readonly unknown[]): Promise<readonly object[]>;
  /**
   * Runs statements, all or none.
   *
   * @param isKept Whether a result is to be committed. @default {() => true}
   */
  transaction<Result>(steps: Steps<Result>, isKept?: (result: Result) => boolean): Promise<Result>;
  close(): Promise<void>;
}

/** Told of the hashes whose records a write has changed. */
export interface Changes {
  readonly added: (hash: string) => void;
  readonly ended: (hash: string) => void;
}

const NOBODY: Changes = { added: () => undefined, ended: () => undefined };

export function keyStoreOn(database: KeyDatabase, { added, ended }: Changes = NOBODY): KeyStore {
  /** Runs a statement that gives the hashes whose keys it ended; their number. */
  const end = async (...step: Step): Promise<number> => {
    const hashes = (await database.transaction(only(step))) as readonly { hash: string }[];
    for (const { hash } of hashes) ended(hash);
    return hashes.length;
  };
  return {
    async put(record) {
      await database.transaction(only(["insert", valuesOf(record)]));
      added(record.hash);
    },
    async ask(record, bounds) {
      const isKept = (refusal: unknown): boolean => refusal === undefined;
      const refusal = await database.transaction(ask(record, bounds), isKept);
      if (isKept(refusal)) added(record.hash);
      return refusal;
    },
    async find(hash) {
      return (await database.rows("find", [hash]))[0] as KeyRecord | undefined;
    },
    async list() {
      return [...(await database.rows("list"))] as KeyRecord[];
    },
    async revoke(id, at) {
      return (await end("revoke", [at, id])) > 0;
    },
    async expire(id, at) {
      await end("expire", [at, id]);
    },
    async addUses(uses) {
      await database.transaction(addUses(uses));
    },
    async listUses() {
      return [...(await database.rows("listUses"))] as KeyUse[];
    },
    async salt() {
      const [row] = (await database.rows("salt")) as readonly { salt: string }[];
      return String(row?.salt);
    },
    close: () => database.close(),
  };
}

function* only(step: Step): Steps<readonly object[]> {
  return yield step;
}

/** Stores the record of a key that was asked for; returns the bound that forbids it, where one does. */
function* ask(
  record: AskedKey,
  { perDay, perAddress }: AskBounds,
): Steps<keyof AskBounds | undefined> {
  const { askedBy } = record;
  const { now, day, unusedSince } = momentsOf(record);
  yield ["lock", [askedBy]];
  yield ["forget", [day]];
  const counted = yield ["count", [day, askedBy, perDay]];
  if (counted.length === 0) return "perDay";
  const [valid] = (yield ["countValid", [askedBy, now]]) as readonly { count: number }[];
  const excess = Number(valid?.count) + 1 - perAddress;
  if (excess > 0) {
    const ended = yield ["endUnused", [askedBy, now, unusedSince, excess]];
    if (ended.length < excess) return "perAddress";
  }
  yield ["insert", valuesOf(record)];
  return undefined;
}

/** One statement takes a row once: the days of a key come one after the other. */
function* addUses(uses: readonly KeyUse[]): Steps<void> {
  for (const day of new Set(uses.map((use) => use.day))) {
    const rows = uses.flatMap(({ usedAt, ...use }) =>
      use.day === day ? { ...use, used_at: usedAt } : [],
    );
    yield ["addUses", [JSON.stringify(rows)]];
  }
}
