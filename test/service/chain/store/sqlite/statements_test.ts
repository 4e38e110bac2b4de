import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

import { SCHEMA } from "../../../../../src/service/chain/store/sqlite/open_sqlite_store.ts";
import { prepareStatements } from "../../../../../src/service/chain/store/sqlite/_statements.ts";

test("no statement numbers its parameters, which Node 22.13 to 22.19 cannot bind", () => {
  const database = new DatabaseSync(":memory:");
  database.exec(SCHEMA);
  const numbered = Object.entries(prepareStatements(database)).filter(([, { sourceSQL }]) =>
    /\?\d/.test(sourceSQL),
  );
  expect(numbered.map(([name]) => name)).toEqual([]);
  database.close();
});
