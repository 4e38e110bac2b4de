import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPages } from "../../../scripts/docs/client_pages.ts";
import { pageDocument } from "../../../scripts/docs/page_document.ts";
import { compareSpecs } from "../../../scripts/diff/mod.ts";
import { ROOT } from "../../../scripts/run_tool.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs, type Specs } from "../../../scripts/specs/specs.ts";
import { sharedPart } from "../../_parts.ts";
import { FIRST, withSecondVersion } from "./_second_version.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

/** Whatever the modules of the changed copy export; a compiler looks at their types. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

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

let folder: string;
let base: Specs;
let next: Specs;
let service: Loose;
let library: Loose;
let delta: Loose;
const requests: string[] = [];

/** A module of the changed copy. */
const load = (file: string): Promise<Loose> => import(join(folder, file));

beforeAll(async () => {
  ({ folder } = await sharedPart("grown"));
  base = await loadSpecs(ROOT);
  const openapi = new SpecFile("openapi.yaml", await withSecondVersion(base.openapi.text));
  next = { ...base, openapi };
  library = await load("src/mod.ts");
  service = await (await load("src/testing/mod.ts")).startService({ segments: ["alpha", "delta"] });
  const recording = (input: string, init: RequestInit): Promise<Response> => {
    requests.push(input.replace(service.url, ""));
    return fetch(input, init);
  };
  delta = library.createClient("delta", { endpoints: service.url, fetch: recording });
}, SLOW);

afterAll(async () => {
  await service?.close();
});

/** The output of a command. */
async function print(...args: readonly string[]): Promise<string> {
  let output = "";
  const stream = { write: (text: string) => (output += text) };
  const { runProgram } = await load("src/cli/run_program.ts");
  const { terminalOf } = await load("src/cli/terminal.ts");
  const terminal = terminalOf({
    env: { XDG_CONFIG_HOME: "/proc/none" },
    stdout: stream,
    stderr: stream,
    readInput: async () => new Uint8Array(),
    now: Date.now,
  });
  await runProgram(args, terminal);
  return output;
}

describe("a second version of an operation beside the first", { timeout: SLOW }, () => {
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
    const shown = await print(
      "api",
      "getBlockV2",
      "7",
      "--chain",
      "delta",
      "--endpoint",
      service.url,
      "--json",
    );
    expect(JSON.parse(shown)).toMatchObject({ height: 7 });
  });

  test("is asked by the doctor as the first is", async () => {
    const { restProbes } = await load("src/cli/doctor/rest_probes.ts");
    const { resolveEndpoints } = await load("src/chains/mod.ts");
    const { hash } = await delta.getBlock(7);
    const endpoints = resolveEndpoints("delta", service.url);
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
    expect(samplesOf(first)[1]).toBe("curl 'http://127.0.0.1:8645/v1/delta/blocks/44'");
    expect(samplesOf(second)[1]).toBe("curl 'http://127.0.0.1:8645/v2/delta/blocks/44'");
    expect(samplesOf(second)[0]).toContain("delta.getBlockV2(44)");
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
