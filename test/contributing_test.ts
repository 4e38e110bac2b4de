import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { pageDocument } from "../scripts/docs/page_document.ts";
import { compareSpecs } from "../scripts/diff/mod.ts";
import { SpecEdits } from "../scripts/examples/spec_edits.ts";
import { generateFiles } from "../scripts/generate/mod.ts";
import { readModel } from "../scripts/specs/model/mod.ts";
import { inheritMarks } from "../scripts/specs/inherit_marks.ts";
import type { Json, JsonObject, Path } from "../scripts/specs/json.ts";
import { checkSpecs } from "../scripts/specs/read_specs.ts";
import { loadSpecs } from "../scripts/specs/specs.ts";
import { followStep, stepsOf } from "./_follow_guide.ts";
import { sharedPart } from "./_parts.ts";
import { IS_WHOLE } from "./_suites.ts";
import { isFollowed } from "./scripts/generate/_changed_trees.ts";
import { copySpecs, ROOT, temporaryFolder } from "./scripts/_temporary_folder.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

/** Operations by which anything that takes long for each would be noticed. */
const MANY = 60;

const guide = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");

test.skipIf(isFollowed)(
  "following CONTRIBUTING.md word for word gives an endpoint that answers",
  { timeout: SLOW },
  async () => {
    expect(stepsOf(guide).map(({ file }) => file)).toEqual([
      ...["openapi.yaml", "openapi.yaml", "src/service/api/rest/_operations.ts"],
      ...["test/exchanges/getChainSupply/supply.io", "CHANGELOG.md"],
    ]);
    const raised = guide.indexOf("Raise `info.version`");
    expect(raised).toBeGreaterThan(guide.indexOf("## 1."));
    expect(raised).toBeLessThan(guide.indexOf("## 2."));

    const { folder, errors } = await sharedPart("grown");
    // Of handlers, only those of other additions are missing.
    expect(errors.filter((error) => error.includes("rest/_operations.ts"))).toEqual([
      expect.stringMatching(/': getBlockV2, listLogs, listRecords$/),
    ]);
    expect(await readFile(join(folder, "CHANGELOG.md"), "utf8")).toContain("getChainSupply");
    const { startService } = await import(join(folder, "src/testing/mod.ts"));
    await using service = await startService({ segments: ["alpha", "delta"] });
    expect(await service.client("delta").getChainSupply()).toEqual({
      total: expect.any(BigInt),
      staked: expect.any(BigInt),
    });
    const { loadContract, openPlace, parseExchange, runExchange, urlTarget } = await import(
      join(folder, "test/exchange_runner/mod.ts")
    );
    const exchange = await readFile(
      join(folder, "test/exchanges/getChainSupply/supply.io"),
      "utf8",
    );
    const contract = await loadContract(folder);
    for (const segment of ["alpha", "delta"]) {
      const place = await openPlace({ target: urlTarget(service.url), segment });
      expect(await runExchange(parseExchange(exchange, segment), place, contract)).toEqual([]);
    }
  },
);

// Each step has tests of its own, and the guide's operation goes through them above: here it is their number that is tried.
test.skipIf(isFollowed || !IS_WHOLE)(
  `${MANY} operations written as CONTRIBUTING.md teaches are checked, generated, documented, compared and edited`,
  { timeout: SLOW },
  async () => {
    const folder = await copySpecs(await temporaryFolder());
    const [path, ...others] = stepsOf(guide).filter(({ file }) => file === "openapi.yaml");
    const paths = Array.from({ length: MANY }, (_, index) =>
      path?.block.replace("/chain/supply", `$&/${index}`).replace("getChainSupply", `$&${index}`),
    );
    for (const step of [{ ...path, block: paths.join("") }, ...others])
      await followStep(folder, step as NonNullable<typeof path>);

    const specs = await loadSpecs(folder);
    checkSpecs(specs);
    const files = await generateFiles(specs);
    const last = `getChainSupply${MANY - 1}`;
    expect(files.get("client/operations.gen.ts")).toContain(last);
    expect(JSON.stringify(pageDocument(specs, false))).toContain(last);
    expect(compareSpecs(await loadSpecs(ROOT), specs)).toHaveLength(MANY + 1);
    const { text } = specs.openapi;
    const edits = new SpecEdits(text);
    const written = parse(text, { stringKeys: true, maxAliasCount: -1 }) as JsonObject;
    const valueAt = (at: Path): Json =>
      at.reduce<Json>((value, key) => (value as JsonObject)[key] ?? null, written);
    for (const { at } of readModel(specs).operations) edits.set(at, valueAt(at));
    expect(edits.count).toBe(0);
    expect(inheritMarks("openapi.yaml", written)).toEqual(specs.openapi.value);
  },
);

test("the commands that CONTRIBUTING.md and the README name exist", async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  const named = [...`${guide}${readme}`.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1]);
  expect(named).toContain("diff");
  expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name ?? ""))).toEqual([]);
});
