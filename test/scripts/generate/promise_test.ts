import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "zod/mini";
import { compareSpecs } from "../../../scripts/diff/mod.ts";
import { pageDocument } from "../../../scripts/docs/page_document.ts";
import { emitSegments } from "../../../scripts/generate/emit_tables.ts";
import { readModel } from "../../../scripts/specs/model/mod.ts";
import { checkSpecs } from "../../../scripts/specs/read_specs.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { sharedPart } from "../../_parts.ts";
import { folderInRepository, ROOT } from "../_temporary_folder.ts";
import { addChainToOpenapi, addChainToOpenrpc } from "./_additions.ts";
import { compileIn } from "./_changed_trees.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

let folder: string;
let errors: readonly string[];

beforeAll(async () => {
  ({ folder, errors } = await sharedPart("grown"));
}, SLOW);

describe("after additions to the specs and a run of the generator alone", { timeout: SLOW }, () => {
  test("only the service's tables of handlers, topics and filters do not compile, naming what is missing", async () => {
    // The field added to blocks was decided and may be absent; a required one would rightly break the views too.
    expect([...new Set(errors)]).toEqual([
      expect.stringMatching(
        /^src\/service\/api\/events\/topics\.ts: error TS2739: .* missing .* 'Matchers<\{ after\?.* addresses\?.* height\?: number; value\?: string; \}>': height, value/,
      ),
      expect.stringMatching(
        /^src\/service\/api\/events\/topics\.ts: error TS2741: Property 'height' is missing .* 'Matchers<\{ after\?: string; height\?: number; \}>'/,
      ),
      expect.stringMatching(
        /^src\/service\/api\/events\/topics\.ts: error TS2741: Property 'records' is missing /,
      ),
      expect.stringMatching(
        /^src\/service\/api\/rest\/_operations\.ts: error TS2739: .* is missing the following properties .*': getBlockV2, listLogs, listRecords$/,
      ),
      expect.stringMatching(
        /^src\/service\/api\/rpc\/_methods\.ts: error TS2741: Property 'delta_getRewards' is missing /,
      ),
      expect.stringMatching(
        /^src\/service\/devnet\/control\/dev_control\.ts: error TS2741: Property 'dev_pause' is missing /,
      ),
    ]);
  });

  test("the client walks the new list by its cursor", async () => {
    const { createClient } = await import(join(folder, "src/mod.ts"));
    const queries: string[] = [];
    const answer = async (input: string): Promise<Response> => {
      const { search, searchParams } = new URL(input);
      queries.push(search);
      const isFirst = !searchParams.has("after");
      const logs = [{ commitment: isFirst ? "0x1" : "0x2", value: "5" }];
      const data = { logs, paging: { next: isFirst ? "c" : null } };
      return Response.json({ success: true, data, meta: { timestamp: 1, requestId: "1" } });
    };
    const delta = createClient("delta", { endpoints: "http://127.0.0.1:1", fetch: answer });
    expect(await delta.listLogs().toArray()).toEqual([
      { commitment: "0x1", value: 5n },
      { commitment: "0x2", value: 5n },
    ]);
    expect(queries).toEqual(["", "?after=c"]);
  });

  test("the client pages through the new list and decodes the result of the new method", async () => {
    const { createClient, isAlphadeltaError } = await import(join(folder, "src/mod.ts"));
    const requests: string[] = [];
    const answer = async (input: string, init: RequestInit): Promise<Response> => {
      const request = new Request(input, init);
      requests.push(`${request.method} ${request.url}`);
      return Response.json(
        request.method === "POST" ? { jsonrpc: "2.0", id: 1, result: "5" } : page(request.url),
      );
    };
    const options = { endpoints: "http://127.0.0.1:1", fetch: answer };

    const records = await createClient("alpha", options).listRecords({ limit: 1 }).toArray();
    expect(records).toEqual([
      { commitment: "0x1", value: 1n },
      { commitment: "0x2", value: 2n },
    ]);
    const devnet = createClient("delta-devnet", options);
    expect(await devnet.rpc.delta_getRewards("dx1…", 5)).toBe(5n);
    const { devAccounts } = await import(join(folder, "src/devnet/mod.ts"));
    const [account] = await devAccounts("delta", { network: "devnet", count: 1 });
    expect(account).toMatchObject({ chain: "delta", network: "devnet" });
    const refusal: unknown = await devnet.listRecords().then(
      () => "taken",
      (error: unknown) => error,
    );
    expect(isAlphadeltaError(refusal, "WrongChainError")).toBe(true);
    expect(requests).toEqual([
      "GET http://127.0.0.1:1/v1/alpha/records?limit=1",
      "GET http://127.0.0.1:1/v1/alpha/records?page=2&limit=1",
      "POST http://127.0.0.1:1/rpc/delta-devnet",
    ]);
  });
});

test("the client sends a new topic's filter with amounts as strings, on its chain alone", async () => {
  const { readOptions } = await import(join(folder, "src/events/_read_options.ts"));
  const { filter } = readOptions("alpha", "records", { value: 2n ** 64n, after: "c" });
  expect(filter).toEqual({ value: "18446744073709551616", after: "c" });
  for (const value of ["7", 7, null]) {
    expect(() => readOptions("alpha", "records", { value })).toThrow(TypeError);
  }
  expect(() => readOptions("delta", "records")).toThrow(/alpha/);
});

test("the service validates a new topic's filter, and clients its events", async () => {
  const { checkSubscription } = await import(
    join(folder, "src/service/api/rpc/_run_socket_method.ts")
  );
  const { selectChain } = await import(join(folder, "src/chains/mod.ts"));
  const validators = await import(join(folder, "src/generated/client/topics.gen.ts"));
  const refusal = (chain: string, ...params: unknown[]): unknown => {
    try {
      checkSubscription(params, selectChain(chain));
      return undefined;
    } catch (fault) {
      return (fault as { error: { data: unknown } }).error.data;
    }
  };

  const filter = { value: "7", height: 5, after: "c" };
  expect(refusal("alpha", "records", filter)).toBeUndefined();
  expect(refusal("alpha", "records", { value: 7 })).toContain("filter.value must be");
  expect(refusal("alpha", "records", { value: "-7" })).toContain("filter.value must be");
  expect(refusal("alpha", "records", { type: "x" })).toContain("filter.type must be left out");
  expect(refusal("delta", "records")).toContain("topic must be");
  const event = { commitment: `0x${"ab".repeat(32)}`, value: "5" };
  expect(parse(validators.TOPIC_VALIDATORS.records, event)).toEqual({ ...event, value: 5n });
});

test("docs show what was added, and a comparison says what breaks", async () => {
  const [base, next] = await Promise.all([loadSpecs(ROOT), loadSpecs(folder)]);
  const shown = JSON.stringify(pageDocument(next, true));
  for (const name of ["listRecords", "delta_getRewards", "records", "RecordFilter", "Partner"])
    expect(shown).toContain(name);
  const changes = compareSpecs(base, next).map(({ level, message }) => `${level}: ${message}`);
  expect(changes).toContain("additive: topic records is new");
  expect(changes.filter((change) => change.startsWith("breaking"))).toEqual([
    'breaking: "enum" of an answer gains "CHAIN_PAUSED"',
  ]);
});

test("the command line has the new calls, with help, checks of arguments and completion", async () => {
  const { runProgram } = await import(join(folder, "src/cli/run_program.ts"));
  const { complete } = await import(join(folder, "src/cli/completion/complete.ts"));
  let printed = "";
  const stream = { write: (text: string) => (printed += text) };
  const { terminalOf } = await import(join(folder, "src/cli/terminal.ts"));
  const terminal = terminalOf({
    env: { XDG_CONFIG_HOME: "/proc/none" },
    stdout: stream,
    stderr: stream,
    readInput: async () => new Uint8Array(),
    now: Date.now,
  });
  const run = async (line: string): Promise<unknown> => {
    printed = "";
    const code = await runProgram(line.split(" "), terminal);
    return [code, printed.replaceAll(/\s+/g, " ")];
  };

  expect(await run("api listRecords --help")).toEqual([
    0,
    expect.stringContaining("--limit <value>"),
  ]);
  expect(await run("rpc delta_getRewards")).toEqual([
    2,
    'error: Missing address: use "alphadelta rpc delta_getRewards <address>". ',
  ]);
  expect(await run("rpc delta_getRewards dx1 five --chain delta-devnet")).toEqual([
    2,
    expect.stringContaining("error: Cannot call delta_getRewards: height must be an integer"),
  ]);
  expect(await run("dev pause --help")).toEqual([
    0,
    expect.stringContaining("alphadelta dev pause"),
  ]);
  expect(await complete(["api", "listR"], terminal)).toContain("listRecords\t");
  expect(await complete(["rpc", "delta_getR"], terminal)).toContain("delta_getRewards\t");
  expect(await complete(["watch", "records", "--chain", "delta-d"], terminal)).toBe(
    "delta-devnet\t\n",
  );
});

test("a method by name is sent names, with amounts as strings, alone and in batches", async () => {
  const { createClient } = await import(join(folder, "src/mod.ts"));
  const sent: { id: number; params: unknown }[] = [];
  const answer = async (_input: string, init: RequestInit): Promise<Response> => {
    const body = [JSON.parse(String(init.body))].flat();
    sent.push(...body);
    const replies = body.map(({ id }) => ({ jsonrpc: "2.0", id, result: "5" }));
    return Response.json(replies.length > 1 ? replies : replies[0]);
  };
  const { rpc } = createClient("delta", { endpoints: "http://127.0.0.1:1", fetch: answer });

  await rpc.delta_getRewards("dx1…", 5, 7n);
  await rpc.call("delta_getRewards", ["dx1…", undefined, undefined, 8n]);
  await rpc.batch([
    ["delta_getRewards", "dx1…", undefined, 9n, "all"],
    ["delta_getRewards", "dx1…"],
  ]);
  expect(sent.map(({ params }) => params)).toEqual([
    { address: "dx1…", height: 5, minimum: "7" },
    { address: "dx1…", most: "8" },
    { address: "dx1…", minimum: "9", most: "all" },
    { address: "dx1…" },
  ]);
  for (const wrong of ["7", 7, null]) {
    await expect(rpc.delta_getRewards("dx1…", 5, wrong)).rejects.toThrow(TypeError);
  }
  expect(sent).toHaveLength(4);
});

test("the service takes those names alone, validates amounts and hands over what is left out", async () => {
  const { readParameters } = await import(join(folder, "src/service/api/rpc/mod.ts"));
  const tables = await import(join(folder, "src/generated/service/methods.gen.ts"));
  const { selectChain } = await import(join(folder, "src/chains/mod.ts"));
  const name = "delta_getRewards";
  const read = (params: unknown): unknown =>
    readParameters(name, tables.METHODS[name], tables.METHOD_VALIDATORS[name], params, {
      selection: selectChain("delta"),
    }).values;
  const address = "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz";
  const refusal = (params: unknown): unknown => {
    try {
      return read(params);
    } catch (fault) {
      return (fault as { error: { data: unknown } }).error.data;
    }
  };

  expect(read({ minimum: "7", address })).toEqual([address, undefined, "7", "all", undefined]);
  expect(refusal([address])).toBe("params must be an object: parameters go by name");
  expect(refusal({ address, minimum: 7 })).toContain("minimum must be");
  expect(refusal({ address, most: "-1" })).toContain("most must be");
  expect(refusal({ address, min: "7" })).toBe(
    'delta_getRewards takes address, height, minimum, most, new, got "min"',
  );
  expect(refusal(undefined)).toContain("address must be an address");
});

test(
  "after a further chain nothing of the service compiles that has no rules for it",
  async () => {
    const { openapi, openrpc } = await loadSpecs(ROOT);
    const specs = {
      openapi: new SpecFile(openapi.file, addChainToOpenapi(openapi.text)),
      openrpc: new SpecFile(openrpc.file, addChainToOpenrpc(openrpc.text)),
    };
    checkSpecs(specs);
    const copy = await folderInRepository();
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    await cp(join(ROOT, "src"), join(copy, "src"), { recursive: true });
    await writeFile(join(copy, "src/generated/segments.gen.ts"), emitSegments(readModel(specs)));
    const found = await compileIn(copy, "src/devnet", "src/service/chain");
    const missing = found.filter((error) => error.includes("Property 'gamma' is missing"));
    expect(missing.map((error) => error.slice(0, error.indexOf(":")))).toEqual([
      "src/devnet/_kinds.ts",
      "src/devnet/dev_accounts.ts",
      "src/service/chain/ledger/chain_rules.ts",
      "src/service/chain/ledger/rules.ts",
    ]);
  },
  SLOW,
);

/** One of two pages of one record each. */
function page(url: string): object {
  const number = Number(new URL(url).searchParams.get("page") ?? 1);
  const records = [{ commitment: `0x${number}`, value: String(number) }];
  const pagination = { page: number, limit: 1, totalItems: 2 };
  const meta = { timestamp: 1, requestId: "1" };
  return { success: true, data: { records, pagination }, meta };
}
