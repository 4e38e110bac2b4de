import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { safeEncode, safeParse } from "zod/mini";
import { NUMBER_FORMATS, TEXT_FORMATS } from "../../../scripts/specs/formats.ts";
import { visit } from "../../../scripts/specs/json.ts";
import { PLACES } from "../../../scripts/specs/meta/mod.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import type { Specs } from "../../../scripts/specs/specs.ts";
import { checkSpecs } from "../../../scripts/specs/read_specs.ts";
import { replaceTree } from "../../../scripts/tree.ts";
import { generateFiles } from "../../../scripts/generate/mod.ts";
import type { Validator } from "../../../src/validation/mod.ts";
import { safeCompare } from "../../../src/zod/mod.ts";
import { run } from "../_run.ts";
import { folderInRepository, ROOT } from "../_temporary_folder.ts";
import { smallSpecs } from "../specs/_small_specs.ts";
import { KEYWORDS } from "./_keywords.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

type Validators = Readonly<Record<string, Validator>>;

let folder: string;
let types: string;
let client: Validators;
let ofWire: Validators;

const MARKS = { description: "A sample.", "x-source": "given" };

/** The small specs with a schema for each sample, all of them below one that is used. */
function specsWithSamples(): Specs {
  const { openapi, openrpc } = smallSpecs();
  const value = structuredClone(openapi.value) as {
    components: { schemas: Record<string, object> };
  };
  const { schemas } = value.components;
  for (const { name, schema, good } of KEYWORDS) {
    schemas[name] = { ...MARKS, ...schema, examples: good.map(([wire]) => wire) };
  }
  const properties = KEYWORDS.map(({ name, good }) => [
    name,
    { ...MARKS, $ref: `#/components/schemas/${name}`, examples: good.map(([wire]) => wire) },
  ]);
  schemas.Samples = {
    ...MARKS,
    type: "object",
    properties: Object.fromEntries(properties),
    examples: [{}],
  };
  const { Stakes } = schemas as { Stakes: { properties: object } };
  Object.assign(Stakes.properties, {
    samples: { ...MARKS, $ref: "#/components/schemas/Samples", examples: [{}] },
  });
  return { openapi: new SpecFile("openapi.yaml", JSON.stringify(value)), openrpc };
}

beforeAll(async () => {
  folder = await folderInRepository();
  const specs = specsWithSamples();
  checkSpecs(specs);
  const files = await generateFiles(specs);
  types = files.get("types.gen.ts") ?? "";
  await replaceTree(join(folder, "generated"), files);
  await cp(join(ROOT, "src/units"), join(folder, "units"), { recursive: true });
  for (const name of ["parameters.ts", "tables.ts", "validation", "zod"]) {
    await cp(join(ROOT, "src", name), join(folder, name), { recursive: true });
  }
  client = await import(join(folder, "generated/client/validators.gen.ts"));
  ofWire = await import(join(folder, "generated/wire/validators.gen.ts"));
}, SLOW);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe.each(KEYWORDS)("$title", ({ name, type, good, bad, kept }) => {
  test("is typed", () => {
    const found = new RegExp(`export type ${name} = ([^]*?);\n\n`).exec(types)?.[1];
    expect(found?.replaceAll(/\/\*\*[^]*?\*\/\s*/g, "").replaceAll(/\s+/g, " ")).toBe(type);
  });

  test("is decoded and encoded by the client", () => {
    for (const [wire, decoded = wire] of [...good, ...(kept ?? []).map((value) => [value])]) {
      const result = safeParse(client[`z${name}`] as Validator, wire);
      expect({ wire, ...result }).toEqual({ wire, success: true, data: decoded });
      const encoded = safeEncode(client[`z${name}`] as Validator, decoded as never);
      expect({ wire, ...encoded }).toEqual({ wire, success: true, data: wire });
    }
  });

  test("is taken by the service, and by the comparison with the specs", () => {
    const validator = ofWire[`z${name}`] as Validator;
    for (const [value] of good) {
      expect({ value, ...safeParse(validator, value) }).toMatchObject({ value, success: true });
      expect({ value, ...safeCompare(validator, value) }).toMatchObject({ value, success: true });
    }
  });

  test("refuses other values everywhere", () => {
    const own = ofWire[`z${name}`] as Validator;
    for (const value of bad) {
      const taken = {
        "the client": safeParse(client[`z${name}`] as Validator, value).success,
        "the service": safeParse(own, value).success,
        "the comparison": safeCompare(own, value).success,
      };
      const nowhere = { "the client": false, "the service": false, "the comparison": false };
      expect({ value, ...taken }).toEqual({ value, ...nowhere });
    }
  });
});

test("every keyword of schemas that validators follow is in a sample", () => {
  const followed = Object.entries(PLACES.schema?.keywords ?? {}).flatMap(([keyword, verdict]) =>
    "follows" in verdict && /validators/.test(verdict.follows) ? [keyword] : [],
  );
  const used = new Set<string>();
  visit(KEYWORDS.map(({ schema }) => schema) as never, (_, path) => used.add(String(path.at(-1))));
  expect(followed.filter((keyword) => !used.has(keyword) && keyword !== "x-decided")).toEqual([]);
});

test("every format is in a sample", () => {
  const formats = [...Object.keys(TEXT_FORMATS), ...Object.keys(NUMBER_FORMATS)];
  const used = JSON.stringify(KEYWORDS.map(({ schema }) => schema));
  const unused = formats.filter((format) => !used.includes(`"format":"${format}"`));
  // Its pattern says what is an address.
  expect(unused).toEqual(["address"]);
});

test("what is generated compiles", { timeout: SLOW }, async () => {
  const config = { extends: "../../tsconfig.json", include: ["generated"], exclude: [] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout } = await run("tsc", ["--pretty", "false", "-p", folder]);
  expect(stdout).toBe("");
});
