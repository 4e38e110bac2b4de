import { DatabaseSync } from "../../../builtins.ts";
import { Transactions } from "./_connection.ts";
import { describeDamage, IN_MEMORY, prepareFile, readNumber, setUp } from "./open_sqlite_store.ts";

/** Tables in a file of their own. */
export interface TablesOptions {
  /** What they hold, for messages: `event log`. */
  readonly name: string;
  /** A file, made with its folder where there is none. @default {":memory:"} */
  readonly path?: string | undefined;
  /** Version of the tables, from 1. */
  readonly version: number;
  /** Statements that make them. */
  readonly schema: string;
}

/**
 * Opens tables that are no store of a chain, for one process at a time.
 *
 * @param use Makes what is opened.
 * @throws {Error} If the file cannot be used, is in use, or holds something else.
 */
export function openTables<Opened>(
  { name, path = IN_MEMORY, version, schema }: TablesOptions,
  use: (database: DatabaseSync, transactions: Transactions) => Opened,
): Opened {
  let database: DatabaseSync | undefined;
  try {
    if (path !== IN_MEMORY) prepareFile(path, true);
    const opened = (database = new DatabaseSync(path));
    const transactions = new Transactions(opened);
    setUp(opened);
    const found = readNumber(opened, "SELECT user_version AS number FROM pragma_user_version");
    const isNew =
      found === 0 && readNumber(opened, "SELECT count(*) AS number FROM sqlite_schema") === 0;
    if (found !== version && !isNew)
      throw new Error(`it has version ${found}, expected ${version}`);
    const make = `${schema}; PRAGMA user_version = ${version}`;
    if (isNew) transactions.run(() => opened.exec(make));
    return use(opened, transactions);
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    const detail = describeDamage(error, "start again") ?? reason;
    throw new Error(`Cannot open the ${name} at ${path}: ${detail}`, { cause: error });
  }
}
