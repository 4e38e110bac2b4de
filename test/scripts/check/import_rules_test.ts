import { describe, expect, test } from "vitest";
import {
  readSources,
  brokenImportRules,
  misnamedFiles,
} from "../../../scripts/check/import_rules.ts";

function faults(file: string, text: string): string[] {
  return brokenImportRules(new Map([[file, text]]));
}

describe("brokenImportRules()", () => {
  test("finds nothing in the sources of this repository", async () => {
    const sources = await readSources(new URL("../../../src", import.meta.url).pathname);
    expect(sources.size).toBeGreaterThan(50);
    expect(brokenImportRules(sources)).toEqual([]);
  });

  test.each([
    ["client/a.ts", 'import { x } from "../service/mod.ts";', "client must not import service"],
    [
      "service/api/rest/a.ts",
      'import type { x } from "../../../client/mod.ts";',
      "must not import client",
    ],
    ["units/a.ts", 'export * from "../errors/mod.ts";', "units must not import errors"],
    [
      "rest/a.ts",
      'import "../generated/service/types.gen.ts";',
      "must not import generated/service",
    ],
    [
      "cli/a.ts",
      'import { x } from "../service/api/rest/mod.ts";',
      "cli must not import service/api/rest",
    ],
    [
      "service/api/rest/a.ts",
      'const x = await import("../../devnet/producer/mod.ts");',
      "must not import service/devnet/producer",
    ],
    [
      "service/api/rest/a.ts",
      'import { x } from "../../postgres.ts";',
      "must not import service/postgres.ts",
    ],
    ["service/server/http/a.ts", 'import { x } from "../../chain/store/mod.ts";', "chain/store"],
    [
      "rpc/a.ts",
      'import { x } from "../transport/read_json.ts";',
      "import transport through its mod.ts",
    ],
    [
      "client/a.ts",
      'import { readFile } from "node:fs";',
      "runs where Node's modules do not exist",
    ],
    ["elsewhere/a.ts", 'import { x } from "../units/mod.ts";', "is not a module"],
  ])("refuses %s with %s", (file, text, fault) => {
    expect(faults(file, text).join()).toContain(fault);
  });

  test("refuses what Node 20 lacks in a module that runs on it", () => {
    const text = "const { promise } = Promise.withResolvers();";
    expect(faults("rest/a.ts", text).join()).toContain("Node 20 has no Promise.withResolvers");
    expect(faults("service/api/rest/a.ts", text)).toEqual([]);
  });

  test("allows what the table allows", () => {
    expect(faults("client/a.ts", 'import { x } from "../rest/mod.ts";')).toEqual([]);
    expect(faults("client/a.ts", 'import { x } from "../rest/internal.ts";')).toEqual([]);
    expect(faults("client/a.ts", 'import { x } from "./b.ts"; import y from "zod/mini";')).toEqual(
      [],
    );
    expect(faults("service/chain/store/sqlite/a.ts", 'import { x } from "node:sqlite";')).toEqual(
      [],
    );
  });
});

describe("misnamedFiles()", () => {
  const open = "export const open = 1;";

  test("wants a _ where the mod.ts does not name a file, and none where it does", () => {
    const sources = new Map([
      ["a/mod.ts", 'export * from "./named.ts";\nexport { x } from "./_named.ts";'],
      ["a/named.ts", open],
      ["a/_named.ts", open],
      ["a/hidden.ts", open],
      ["a/_hidden.ts", open],
    ]);
    expect(misnamedFiles("src", sources)).toEqual([
      "src/a/_named.ts: it is not for its folder alone, so its name must not begin with _",
      "src/a/hidden.ts: its mod.ts does not name it, so its name must begin with _",
    ]);
  });

  test("wants no _ in a folder without a mod.ts, and nothing of a file that is a module", () => {
    const sources = new Map([
      ["cli/open.ts", open],
      ["cli/_hidden.ts", open],
      ["a/mod.ts", ""],
      ["a/own.ts", open],
    ]);
    expect(misnamedFiles("src", sources, { "a/own.ts": {} })).toEqual([
      "src/cli/_hidden.ts: it is not for its folder alone, so its name must not begin with _",
    ]);
  });
});
