import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCompiler, runGenerate } from "../_run.ts";
import { folderInRepository, ROOT } from "../_temporary_folder.ts";
import { addToOpenapi, addToOpenrpc, PROBE } from "./_additions.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

let folder: string;

beforeAll(async () => {
  folder = await folderInRepository();
  await cp(join(ROOT, "src"), join(folder, "src"), {
    recursive: true,
    filter: (path) => basename(path) !== "generated",
  });
  const [openapi, openrpc] = await Promise.all(
    ["openapi.yaml", "openrpc.json"].map((file) => readFile(join(ROOT, file), "utf8")),
  );
  await writeFile(join(folder, "openapi.yaml"), addToOpenapi(openapi ?? ""));
  await writeFile(join(folder, "openrpc.json"), addToOpenrpc(openrpc ?? ""));
  const generated = join(folder, "src/generated");
  const { stderr } = await runGenerate("--specs", folder, "--output", generated);
  expect(stderr).toBe("");
}, SLOW);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("after additions to the specs and a run of the generator alone", { timeout: SLOW }, () => {
  test("only the service's tables of handlers do not compile, naming what is missing", async () => {
    await writeFile(join(folder, "probe.ts"), PROBE);
    const config = { extends: "../../tsconfig.json", include: ["src", "probe.ts"], exclude: [] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));

    const { stdout } = await runCompiler("-p", folder);

    // The field added to blocks was decided and may be absent; a required one would rightly break the views too.
    const prefix = `${relative(ROOT, folder)}/`;
    const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
    const errors = lines.map((line) => line.replace(prefix, "").replace(/\(\d+,\d+\)/, ""));
    expect(errors.toSorted()).toEqual([
      expect.stringMatching(
        /^src\/service\/dev\/handlers\.ts: error TS2741: Property 'dev_pause' is missing /,
      ),
      expect.stringMatching(
        /^src\/service\/rest\/handlers\.ts: error TS2741: Property 'listRecords' is missing /,
      ),
      expect.stringMatching(
        /^src\/service\/rpc\/handlers\.ts: error TS2741: Property 'delta_getRewards' is missing /,
      ),
    ]);
  });

  test("the client pages through the new list and decodes the result of the new method", async () => {
    const { createClient, isWrongChainError } = await import(join(folder, "src/mod.ts"));
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
    const refusal: unknown = await devnet.listRecords().then(
      () => "taken",
      (error: unknown) => error,
    );
    expect(isWrongChainError(refusal)).toBe(true);
    expect(requests).toEqual([
      "GET http://127.0.0.1:1/v1/alpha/records?limit=1",
      "GET http://127.0.0.1:1/v1/alpha/records?page=2&limit=1",
      "POST http://127.0.0.1:1/rpc/delta-devnet",
    ]);
  });
});

/** One of two pages of one record each. */
function page(url: string): object {
  const number = Number(new URL(url).searchParams.get("page") ?? 1);
  const records = [{ commitment: `0x${number}`, value: String(number) }];
  const pagination = { page: number, limit: 1, totalItems: 2 };
  const meta = { timestamp: 1, requestId: "1" };
  return { success: true, data: { records, pagination }, meta };
}
