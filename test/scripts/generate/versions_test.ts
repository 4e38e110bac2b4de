import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPages } from "../../../scripts/docs/client_pages.ts";
import { pageDocument } from "../../../scripts/docs/page_document.ts";
import { compareSpecs } from "../../../scripts/diff/mod.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs, type Specs } from "../../../scripts/specs/specs.ts";
import { runCompiler } from "../_run.ts";
import { folderInRepository, ROOT } from "../_temporary_folder.ts";
import { generateIn } from "./_generate_in.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

/** Whatever the modules of the changed copy export; a compiler looks at their types. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

const SCHEMA = `
    BlockV2:
      description: A block of the second version.
      type: object
      required: [height, hash, gas]
      properties:
        height: { $ref: "#/components/schemas/Height", description: Its height., x-source: given }
        hash: { $ref: "#/components/schemas/Hash", description: Its hash., x-source: given }
        gas: { $ref: "#/components/schemas/Amount", description: Gas used., x-source: given }
      examples: [&blockV2 { height: 44, hash: "0x1b61ab9f3dc7b6286ceff99ecc3f024070b3907bbaadd7038e0fb10b43eda545", gas: "5" }]
      x-source: given
`;

const HANDLER = `
  async getBlockV2({ path }, { store }) {
    const found = await store.findBlock(path.identifier);
    if (!found) throw new RestServiceError("NOT_FOUND", \`No block \${path.identifier}\`);
    const { height, hash, gasUsed } = found.block;
    return { height, hash, gas: gasUsed.toString() };
  },
`;

/** A user's module that compiles only if the client's types tell the versions apart. */
const PROBE = `import { createClient } from "./src/mod.ts";

const alpha = createClient("alpha", { endpoints: "http://127.0.0.1:1" });
const delta = createClient("delta", { endpoints: "http://127.0.0.1:1" });
export const first: Promise<number> = delta.getBlock(7).then((block) => block.number);
export const second: Promise<number> = delta.getBlockV2(7).then((block) => block.height);
export const gas: Promise<string | undefined> = delta.rest
  .GET("/v2/{segment}/blocks/{identifier}", { params: { path: { identifier: 7 } } })
  .then(({ data }) => data?.data.gas);

// @ts-expect-error the second version has no number
void delta.getBlockV2(7).then((block) => block.number);
// @ts-expect-error alpha has no second version
void alpha.getBlockV2;
`;

const EXCHANGE = `# A block in both versions
chains: delta

>>> GET {rest}/blocks/7
<<< 200
Deprecation: @1769817600
{ "success": true, "data": <any>, "meta": <meta> }

>>> GET {origin}/v2/<segment>/blocks/7
<<< 200
{ "success": true, "data": { "height": 7, "hash": <hash>, "gas": <amount> }, "meta": <meta> }
`;

/** Lines of `/blocks/{identifier}` in `openapi.yaml`. */
const FIRST = /^ {2}\/blocks\/\{identifier\}:\n(?: {4}.*\n|\n)+/m;

/** `openapi.yaml` with a second version of `getBlock`, as the guide has it; the first is deprecated. */
async function withSecondVersion(openapi: string): Promise<string> {
  const guide = await readFile(join(ROOT, "docs/specs.md"), "utf8");
  const [, head = ""] = /```yaml\n( {2}\/v2\/[^]*?)```/.exec(guide) ?? [];
  const [first = ""] = FIRST.exec(openapi) ?? [];
  const second =
    head +
    first
      .slice(first.indexOf("      tags:"))
      .replace('schemas/Block"', 'schemas/BlockV2"')
      .replace("*block\n", "*blockV2\n")
      .replace("field: number", "field: height")
      .replace("[number, hash]", "[height, hash]")
      .replace("x-safe: true\n", "x-safe: true\n      x-chains: [delta]\n");
  const deprecated = first.replace(
    "      operationId: getBlock\n",
    `$&      deprecated: true
      x-deprecated: { since: "2026-01-31", sunset: "2026-07-31", reason: Use getBlockV2 instead. }\n`,
  );
  return openapi
    .replace(FIRST, () => `${deprecated}${second}`)
    .replace("\n    # Chain\n", () => `${SCHEMA}\n    # Chain\n`);
}

let folder: string;
let base: Specs;
let next: Specs;
/** What the compiler says before the handler has its place. */
let faults: string;
let service: Loose;
let library: Loose;
let delta: Loose;
const requests: string[] = [];

/** A module of the changed copy. */
const load = (file: string): Promise<Loose> => import(join(folder, file));

beforeAll(async () => {
  folder = await folderInRepository();
  for (const name of ["src", "scripts", "test/exchange_runner", "openrpc.json", "package.json"])
    await cp(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => basename(path) !== "generated",
    });
  base = await loadSpecs(ROOT);
  await writeFile(join(folder, "openapi.yaml"), await withSecondVersion(base.openapi.text));
  next = await loadSpecs(folder);
  await generateIn(folder);
  await writeFile(join(folder, "probe.ts"), PROBE);
  const config = { extends: "../../tsconfig.json", include: ["src", "probe.ts"], exclude: [] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  faults = (await runCompiler("-p", folder)).stdout;
  const operations = join(folder, "src/service/api/rest/_operations.ts");
  const handlers = await readFile(operations, "utf8");
  await writeFile(
    operations,
    handlers.replace("  // Blocks\n", () => HANDLER),
  );
  library = await load("src/mod.ts");
  service = await (await load("src/testing/mod.ts")).startService();
  const recording = (input: string, init: RequestInit): Promise<Response> => {
    requests.push(input.replace(service.url, ""));
    return fetch(input, init);
  };
  delta = library.createClient("delta", { endpoints: service.url, fetch: recording });
}, SLOW);

afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The output of a command. */
async function print(...args: readonly string[]): Promise<string> {
  let output = "";
  const stream = { write: (text: string) => (output += text) };
  const { runProgram } = await load("src/cli/run_program.ts");
  await runProgram(args, {
    env: { XDG_CONFIG_HOME: "/proc/none" },
    stdout: stream,
    stderr: stream,
    readInput: async () => "",
    now: Date.now,
    secrets: new Set(),
  });
  return output;
}

describe("a second version of an operation beside the first", { timeout: SLOW }, () => {
  test("has types of its own, and the compiler names its missing handler", () => {
    const place = relative(ROOT, join(folder, "src/service/api/rest/_operations.ts"));
    const [first = "", ...others] = faults.split("\n").filter((line) => /^\S/.test(line));
    expect(first).toMatch(`${place}(`);
    expect(first).toContain("'getBlockV2' is missing");
    expect(others).toEqual([]);
  });

  test("is called by its name, each on its own server", async () => {
    const first = await delta.getBlock(7);
    const second = await delta.getBlockV2(first.hash);
    expect(second).toEqual({ height: 7, hash: first.hash, gas: first.gasUsed });
    expect(requests.slice(-2)).toEqual(["/v1/delta/blocks/7", `/v2/delta/blocks/${first.hash}`]);
  });

  test("is a path of its own to rest.GET", async () => {
    const ask = async (path: string): Promise<Loose> =>
      (await delta.rest.GET(path, { params: { path: { identifier: 7 } } })).data.data;
    const first = await ask("/blocks/{identifier}");
    const second = await ask("/v2/{segment}/blocks/{identifier}");
    expect([first.number, second.height]).toEqual([7, 7]);
    expect(requests.slice(-2)).toEqual(["/v1/delta/blocks/7", "/v2/delta/blocks/7"]);
  });

  test("is served on its chains alone, and only the first version is deprecated", async () => {
    const answers = await Promise.all(
      ["/v1/delta/blocks/7", "/v2/delta/blocks/7", "/v2/alpha/blocks/7", "/v2/delta/blocks"].map(
        (path) => fetch(service.url + path),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
    expect(answers.map(({ headers }) => headers.get("Deprecation"))).toEqual([
      ...["@1769817600", null, null, null],
    ]);
    expect((await (await fetch(`${service.url}/v2/delta/blocks/-`)).json()).error.message).toMatch(
      "identifier must be",
    );
  });

  test("has a command of its own", async () => {
    const shown = await print("api", "getBlockV2", "7", "--endpoint", service.url, "--json");
    expect(JSON.parse(shown)).toMatchObject({ height: 7 });
  });

  test("is asked by the doctor as the first is", async () => {
    const { restProbes } = await load("src/cli/doctor/rest_probes.ts");
    const { hash } = await delta.getBlock(7);
    const endpoints = library.resolveEndpoints("delta", service.url);
    const probes: Loose[] = restProbes({
      ...{ segment: "delta", endpoints },
      samples: { height: 7, blockHash: hash },
    }).filter(({ subject }: Loose) => /^getBlock(?:V2)?$/.test(subject));
    const asked = ["v1", "v2"].flatMap((version) =>
      ["7", "2000000000", "-x-", hash].map(
        (name) => `${service.url}/${version}/delta/blocks/${name}`,
      ),
    );
    expect(probes.map(({ request }) => request.url)).toEqual(asked);
    for (const { request, judge } of probes) {
      const response = await fetch(request.url);
      const text = await response.text();
      expect(judge({ status: response.status, text, body: JSON.parse(text) })).toEqual([]);
    }
  });

  test("has exchanges, which are checked against the specs", async () => {
    const { openPlace, urlTarget, parseExchange, runExchange, loadContract } = await load(
      "test/exchange_runner/mod.ts",
    );
    const place = await openPlace({ target: urlTarget(service.url), segment: "delta" });
    const contract = await loadContract(folder);
    expect(await runExchange(parseExchange(EXCHANGE, "delta"), place, contract)).toEqual([]);
  });

  test("stands in the docs with its own server and samples", () => {
    const page = pageDocument(next, false) as Loose;
    const [first, second] = ["/blocks/{identifier}", "/v2/{segment}/blocks/{identifier}"].map(
      (path) => page.paths[path],
    );
    const samplesOf = (item: Loose): string[] =>
      item.get["x-codeSamples"].map(({ source }: Loose) => source);
    expect(second.servers.map(({ url }: Loose) => url)).toEqual(["http://127.0.0.1:8645"]);
    expect(samplesOf(first)[0]).toBe("curl 'http://127.0.0.1:8645/v1/delta/blocks/44'");
    expect(samplesOf(second)[0]).toBe("curl 'http://127.0.0.1:8645/v2/delta/blocks/44'");
    expect(samplesOf(second)[1]).toContain("delta.getBlockV2(44)");
    const functions = clientPages(next).get("client");
    expect(functions).toContain("function getBlockV2(identifier: Height | Hash, options?");
  });

  test("has examples of its own, and its drift names its place in the specs", async () => {
    const { liveExamples } = await load("scripts/examples/live_examples.ts");
    const { createDriftReporter } = await load("src/drift/mod.ts");
    const place =
      "paths//v2/{segment}/blocks/{identifier}/get/responses/200/content/application/json/example";
    const samples: Loose[] = await liveExamples(next);
    const shown = samples.find(({ path }) => path.join("/") === place);
    expect(shown.value.data).toEqual({
      height: 44,
      hash: expect.any(String),
      gas: expect.any(String),
    });
    const drifts: Loose[] = [];
    const watch = createDriftReporter((drift: Loose) => drifts.push(drift));
    const text = JSON.stringify({ ...shown.value, further: true });
    watch({ operation: "getBlockV2", status: 200, text, segment: "delta" });
    const { documented } = drifts[0];
    expect(documented).toBe(
      "openapi.yaml#/paths/~1v2~1{segment}~1blocks~1{identifier}/get/responses/200",
    );
    const { callOf } = await load("src/cli/doctor/patch/locate_schema.ts");
    const described = callOf({ "openapi.yaml": next.openapi.value }, "getBlockV2");
    expect(described.operationId).toBe("getBlockV2");
  });

  test("is an addition; the removal of the first version is a break", async () => {
    const told = (before: Specs, after: Specs): string[] =>
      compareSpecs(before, after).map(({ level, message }) => `${level} ${message}`);
    expect(told(base, next)).toEqual([
      "additive schema BlockV2, whose type is exported, is new",
      "additive is deprecated",
      "additive operation getBlockV2 (GET /v2/{segment}/blocks/{identifier}) is new",
      'cosmetic "x-deprecated" is new',
    ]);
    const openapi = new SpecFile("openapi.yaml", next.openapi.text.replace(FIRST, ""));
    expect(told(next, { ...next, openapi })).toEqual([
      "breaking operation getBlock (GET /blocks/{identifier}) is gone",
    ]);
  });
});
