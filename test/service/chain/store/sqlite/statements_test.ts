import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

import { SCHEMA } from "../../../../../src/service/chain/store/sqlite/open_sqlite_store.ts";
import { STATEMENTS } from "../../../../../src/service/chain/store/sqlite/_statements.ts";
import { translate } from "../../../../../src/service/sqlite_statements.ts";

test("no statement numbers its parameters, which Node 22.13 to 22.19 cannot bind", () => {
  const database = new DatabaseSync(":memory:");
  database.exec(SCHEMA);
  const numbered = Object.entries(STATEMENTS).filter(([, statement]) => {
    const { sourceSQL } = database.prepare(translate(statement).text);
    return /[?$]\d/.test(sourceSQL);
  });
  expect(numbered.map(([name]) => name)).toEqual([]);
  database.close();
});

test("a value that a statement names twice is given twice", () => {
  expect(translate("SELECT $2, $1, $2 FROM {}.tx")).toEqual({
    text: "SELECT ?, ?, ? FROM tx",
    order: [1, 0, 1],
  });
  expect(translate("SELECT $1, $2").order).toBeUndefined();
});
