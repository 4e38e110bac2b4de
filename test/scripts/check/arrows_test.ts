import { describe, expect, test } from "vitest";
import { readSources, wrongArrows } from "../../../scripts/check/arrows.ts";

function faults(file: string, text: string): string[] {
  return wrongArrows(new Map([[file, text]]));
}

describe("wrongArrows()", () => {
  test("finds nothing in the sources of this repository", async () => {
    const sources = await readSources(new URL("../../../src", import.meta.url).pathname);
    expect(sources.size).toBeGreaterThan(50);
    expect(wrongArrows(sources)).toEqual([]);
  });

  test.each([
    ["client/a.ts", 'import { x } from "../service/mod.ts";', "client must not lean on service"],
    [
      "service/api/rest/a.ts",
      'import type { x } from "../../../client/mod.ts";',
      "must not lean on client",
    ],
    ["units/a.ts", 'export * from "../errors/mod.ts";', "units must not lean on errors"],
    [
      "rest/a.ts",
      'import "../generated/service/types.gen.ts";',
      "must not lean on generated/service",
    ],
    [
      "cli/a.ts",
      'import { x } from "../service/api/rest/mod.ts";',
      "cli must not lean on service/api/rest",
    ],
    [
      "service/api/rest/a.ts",
      'const x = await import("../../devnet/producer/mod.ts");',
      "must not lean on service/devnet/producer",
    ],
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
    ["elsewhere/a.ts", 'import { x } from "../units/mod.ts";', "is no module"],
  ])("refuses %s with %s", (file, text, fault) => {
    expect(faults(file, text).join()).toContain(fault);
  });

  test("refuses a circle of files, and what old runtimes lack, in a strict module", () => {
    const circle = new Map([
      ["rest/a.ts", 'import { b } from "./b.ts";'],
      ["rest/b.ts", 'import type { c } from "./c.ts";'],
      ["rest/c.ts", 'export * from "./a.ts";'],
    ]);
    expect(wrongArrows(circle)).toEqual([
      "src/rest/a.ts imports src/rest/b.ts imports src/rest/c.ts imports src/rest/a.ts: a circle",
    ]);
    expect(faults("rest/a.ts", "const { promise } = Promise.withResolvers();").join()).toContain(
      "Node 20 has no Promise.withResolvers",
    );
    expect(faults("service/api/rest/a.ts", "Promise.withResolvers();")).toEqual([]);
  });

  test("allows what the table allows", () => {
    expect(faults("client/a.ts", 'import { x } from "../rest/mod.ts";')).toEqual([]);
    expect(faults("client/a.ts", 'import { x } from "./b.ts"; import y from "zod/mini";')).toEqual(
      [],
    );
    expect(faults("service/chain/store/sqlite/a.ts", 'import { x } from "node:sqlite";')).toEqual(
      [],
    );
  });
});
