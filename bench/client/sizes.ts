import { gzipSync } from "node:zlib";
import { loadRival } from "../rivals/load_rival.ts";
import type { Row } from "../_table.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const RIVALS = `${ROOT}bench/rivals`;
const SMALL_MOST = 14_000;
const CLIENT_MOST = 53_000;

interface Esbuild {
  readonly build: (
    options: object,
  ) => Promise<{ readonly outputFiles: readonly { contents: Uint8Array }[] }>;
}

/** One call, put together from the entries as the guide does for small programs. */
const ONE = `
  import { endpointsAt } from "./src/chains/mod.ts";
  import { createRestOf, getBlock } from "./src/rest/mod.ts";
  import { createCaller } from "./src/transport/mod.ts";
  const endpoints = endpointsAt("delta", "https://api.example");
  const rest = createRestOf("delta", endpoints, createCaller(), { getBlock });
  console.log(await rest.call("getBlock", [7]));`;

/** A wallet's page: an account and its transactions, with a whole transport. */
const WALLET = `
  import { resolveEndpoints } from "./src/chains/mod.ts";
  import { PagedList } from "./src/mod.ts";
  import { openList } from "./src/pagination/mod.ts";
  import { createRestOf, getAccount, listTransactions } from "./src/rest/mod.ts";
  import { createTransport } from "./src/transport/mod.ts";
  const endpoints = resolveEndpoints("delta", "https://api.example");
  const calls = { getAccount, listTransactions };
  const rest = createRestOf("delta", endpoints, createTransport(), calls);
  const query = { address: "dx1…" };
  console.log(await rest.call("getAccount", ["dx1…"]));
  console.log(await new PagedList(() => openList(rest, "listTransactions", [query])));`;

const CLIENT = `
  import { createClient } from "./src/mod.ts";
  const delta = createClient("delta", { endpoints: "https://api.example" });
  console.log(await delta.getBlock(7));`;

const OTHERS: Readonly<Record<string, string>> = {
  viem: `
    import { createClient, http } from "viem";
    const client = createClient({ transport: http("https://api.example/rpc/delta") });
    console.log(await client.request({ method: "chain_getBlockByNumber", params: [7] }));
    console.log(await client.request({ method: "account_getBalance", params: ["dx1…", "latest"] }));`,
  ky: `
    import ky from "ky";
    const client = ky.create({ prefixUrl: "https://api.example" });
    const json = { jsonrpc: "2.0", id: 1, method: "account_getBalance", params: ["dx1…", "latest"] };
    console.log(await client.get("v1/delta/blocks/7").json());
    console.log(await client.post("rpc/delta", { json }).json());`,
  Octokit: `
    import { Octokit } from "@octokit/core";
    import { throttling } from "@octokit/plugin-throttling";
    import { paginateRest } from "@octokit/plugin-paginate-rest";
    const client = new (Octokit.plugin(throttling, paginateRest))({ baseUrl: "https://api.example" });
    console.log(await client.request("GET /v1/delta/blocks/7"));`,
  Stainless: `
    import OpenAI from "openai";
    const client = new OpenAI({ apiKey: "none", baseURL: "https://api.example" });
    console.log(await client.get("/v1/delta/blocks/7"));`,
};

/** Bytes of programs: bundled, minified, compressed, with their validators. */
export async function benchSizes(): Promise<readonly Row[]> {
  const { build } = await loadRival<Esbuild>("esbuild");
  async function sizeOf(contents: string, resolveDir: string): Promise<number> {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir, loader: "ts" },
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform: "browser",
      target: "es2022",
    });
    return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  }
  const rivals: Record<string, string> = {};
  for (const [name, program] of Object.entries(OTHERS)) {
    rivals[name] = show(await sizeOf(program, RIVALS));
  }
  return [
    { ...rowOf("size of one call", await sizeOf(ONE, ROOT), SMALL_MOST), rivals },
    { what: "… of a wallet page", ours: show(await sizeOf(WALLET, ROOT)), target: "", isMet: true },
    rowOf("… of everything", await sizeOf(CLIENT, ROOT), CLIENT_MOST),
  ];
}

function rowOf(what: string, bytes: number, most: number): Row {
  return {
    what,
    ours: show(bytes),
    target: `≤ ${(most / 1_000).toFixed(0)} kB`,
    isMet: bytes <= most,
  };
}

function show(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
