import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

import { TABLES } from "../../../../../src/service/chain/store/_tables.ts";
import { STATEMENTS } from "../../../../../src/service/chain/store/sqlite/_engine.ts";
import { createTables, SQLITE_TABLES } from "../../../../../src/service/sql_schema.ts";
import { translate } from "../../../../../src/service/sqlite_statements.ts";

test("no statement numbers its parameters, which Node 22.13 to 22.19 cannot bind", () => {
  const database = new DatabaseSync(":memory:");
  database.exec(createTables(TABLES, SQLITE_TABLES));
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
