import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { replaceTree } from "../../../scripts/tree.ts";
import { generateFiles } from "../../../scripts/generate/mod.ts";
import { STANDARD_FORMATS } from "../../../scripts/specs/formats.ts";
import type { JsonObject } from "../../../scripts/specs/json.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { PLACES } from "../../../scripts/specs/meta/mod.ts";
import type { Validator } from "../../../src/validation/mod.ts";
import { folderInRepository, ROOT } from "../_temporary_folder.ts";
import { type Group, readSuite, sortOut, withCases } from "./_json_schema_suite.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

/** Tell whether a value, as it is written on the wire, is allowed by the schema `name`. */
type Readers = Readonly<Record<string, (name: string, wire: string) => boolean | Promise<boolean>>>;

const SUITE = readSuite();
const { followed, refused } = sortOut(SUITE);

let folder: string;
let readers: Readers;
let close: (() => Promise<void>) | undefined;

const content = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });

const CASES = { $ref: "#/components/schemas/Cases" };

/** An operation that answers what it is sent. */
const PATHS = {
  "/cases": {
    post: {
      operationId: "echoCases",
      summary: "Echo cases",
      "x-safe": true,
      requestBody: { required: true, content: content(CASES) },
      responses: {
        200: {
          description: "The cases.",
          content: content({
            type: "object",
            required: ["success", "data", "meta"],
            properties: {
              success: { const: true },
              data: CASES,
              meta: { $ref: "#/components/schemas/Meta" },
            },
          }),
        },
      },
    },
  },
};

beforeAll(async () => {
  folder = await folderInRepository();
  await cp(join(ROOT, "src"), join(folder, "src"), {
    recursive: true,
    filter: (path) => basename(path) !== "generated",
  });
  const specs = await loadSpecs(ROOT);
  const openapi = withCases(specs.openapi, followed, PATHS);
  await replaceTree(join(folder, "src/generated"), await generateFiles({ ...specs, openapi }));
  const handlers = join(folder, "src/service/api/rest/_operations.ts");
  const text = await readFile(handlers, "utf8");
  const echo = "  echoCases: async ({ body }) => body,\n  // Chain\n";
  await writeFile(handlers, text.replace("  // Chain\n", echo));
  readers = await readersIn(join(folder, "src"));
}, SLOW);

afterAll(async () => {
  await close?.();
  await rm(folder, { recursive: true, force: true });
});

async function readersIn(src: string): Promise<Readers> {
  const client = await import(join(src, "generated/client/validators.gen.ts"));
  const served = await import(join(src, "generated/wire/validators.gen.ts"));
  const { createService } = await import(join(src, "service/mod.ts"));
  const { createClient } = await import(join(src, "mod.ts"));
  const { isAlphadeltaError } = await import(join(src, "errors/mod.ts"));
  const quiet = { segments: ["delta"], history: 1, mode: "manual", keylessTier: "Enterprise" };
  const service = await createService(quiet);
  close = () => service.close();
  const send = (body: string): Promise<Response> =>
    service.fetch("http://service.test/v1/delta/cases", { method: "POST", body });
  const { meta } = (await (await send("{}")).json()) as { meta: object };
  const parse = (validator: Validator, wire: string): boolean =>
    safeParse(validator, JSON.parse(wire)).success;
  return {
    "the client's validator": (name, wire) => parse(client[`z${name}`], wire),
    "the service's validator": (name, wire) => parse(served[`z${name}`], wire),
    "a request to the service": async (name, wire) => {
      const { status } = await send(`{"${name}":${wire}}`);
      expect([200, 400]).toContain(status);
      return status === 200;
    },
    "an answer to the client": async (name, wire) => {
      const body = `{"success":true,"data":{"${name}":${wire}},"meta":${JSON.stringify(meta)}}`;
      const headers = { "Content-Type": "application/json" };
      const fetch = async (): Promise<Response> => new Response(body, { headers });
      const delta = createClient("delta", { endpoints: "http://service.test", fetch });
      return delta.echoCases({}).then(
        () => true,
        (error: unknown) => {
          expect(isAlphadeltaError(error, "ContractError")).toBe(true);
          return false;
        },
      );
    },
  };
}

/** The cases whose verdict is not that of the suite, by each reader. */
async function differing(groups: readonly Group[]): Promise<string[]> {
  const cases = groups.flatMap(({ title, name, cases: own }) =>
    own.map((each) => ({ ...each, name, title: `${title}: ${each.title}` })),
  );
  const found = cases.flatMap(({ title, name, wire, valid }) =>
    Object.entries(readers).map(async ([reader, isAllowed]) =>
      (await isAllowed(name, wire)) === valid
        ? []
        : `${title}: ${wire} is ${valid ? "refused" : "allowed"} by ${reader}`,
    ),
  );
  return (await Promise.all(found)).flat();
}

/** Files with numbers that JavaScript rounds. */
const ROUNDED = ["optional/bignum", "optional/float-overflow"];

describe("JSON-Schema-Test-Suite", { timeout: SLOW }, () => {
  const files = [...new Set(SUITE.map(({ file }) => file))];
  const of = (...names: string[]): Group[] => followed.filter(({ file }) => names.includes(file));

  test.each(files.filter((file) => !ROUNDED.includes(file)))(
    "%s: every case of what follows has its verdict everywhere",
    async (file) => {
      expect(await differing(of(file))).toEqual([]);
    },
  );

  test("a number that JavaScript rounds is no integer, and in no answer", async () => {
    expect(await differing(of(...ROUNDED))).toMatchInlineSnapshot(`
      [
        "integer: a bignum is an integer: 12345678910111213141516171819202122232425262728293031 is refused by the client's validator",
        "integer: a bignum is an integer: 12345678910111213141516171819202122232425262728293031 is refused by the service's validator",
        "integer: a bignum is an integer: 12345678910111213141516171819202122232425262728293031 is refused by a request to the service",
        "integer: a bignum is an integer: 12345678910111213141516171819202122232425262728293031 is refused by an answer to the client",
        "integer: a negative bignum is an integer: -12345678910111213141516171819202122232425262728293031 is refused by the client's validator",
        "integer: a negative bignum is an integer: -12345678910111213141516171819202122232425262728293031 is refused by the service's validator",
        "integer: a negative bignum is an integer: -12345678910111213141516171819202122232425262728293031 is refused by a request to the service",
        "integer: a negative bignum is an integer: -12345678910111213141516171819202122232425262728293031 is refused by an answer to the client",
        "number: a bignum is a number: 98249283749234923498293171823948729348710298301928331 is refused by an answer to the client",
        "number: a negative bignum is a number: -98249283749234923498293171823948729348710298301928331 is refused by an answer to the client",
        "all integers are multiples of 0.5, if overflow is handled: valid if optional overflow handling is implemented: 1e308 is refused by the client's validator",
        "all integers are multiples of 0.5, if overflow is handled: valid if optional overflow handling is implemented: 1e308 is refused by the service's validator",
        "all integers are multiples of 0.5, if overflow is handled: valid if optional overflow handling is implemented: 1e308 is refused by a request to the service",
        "all integers are multiples of 0.5, if overflow is handled: valid if optional overflow handling is implemented: 1e308 is refused by an answer to the client",
      ]
    `);
  });

  test("what is refused, with the remedy", async () => {
    const rows = [...refused].map(
      ([{ file, title }, { message, fix }]) => `${file}: ${title}\n    ${message}\n    ${fix}\n`,
    );
    const snapshot = "__snapshots__/json_schema_refusals.txt";
    await expect(rows.join("")).toMatchFileSnapshot(snapshot);
  });

  test("every keyword of schemas that validators follow is tried, and every format", () => {
    const verdicts = Object.entries(PLACES.schema?.keywords ?? {});
    const keywords = verdicts.flatMap(([keyword, verdict]) =>
      "follows" in verdict && /validators/.test(verdict.follows) ? [keyword] : [],
    );
    const tried = JSON.stringify(followed.map(({ schema }) => schema));
    const untried = keywords.filter((keyword) => !tried.includes(`"${keyword}":`));
    // Alternatives that exclude one another follow with a discriminator, which is of OpenAPI; x-decided is our own.
    expect(untried).toEqual(["oneOf", "discriminator", "x-decided"]);
    const formats = Object.keys(STANDARD_FORMATS);
    expect(formats.filter((format) => !tried.includes(`"format":"${format}"`))).toEqual([]);
  });

  test("the other formats of the standard are refused", () => {
    const others = [
      ...["duration", "hostname", "idn-email", "idn-hostname", "iri", "iri-reference"],
      ...["json-pointer", "regex", "relative-json-pointer", "uri-reference", "uri-template"],
    ];
    const groups = others.map((format, index) => ({
      ...{ file: "format", title: format, name: `Other${index}`, cases: [] },
      schema: { type: "string", format },
    }));
    const found = [...sortOut(groups).refused.values()].map(({ message }) => message);
    expect(found).toEqual(others.map((format) => `unknown format "${format}" of strings`));
  });
});
