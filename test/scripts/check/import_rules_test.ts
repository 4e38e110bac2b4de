import { describe, expect, test } from "vitest";
import { readSources, brokenImportRules } from "../../../scripts/check/import_rules.ts";

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
      'import "../generated/service/topics.gen.ts";',
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
