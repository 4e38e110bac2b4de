// A client that another generator makes of the service's document, on this one's `fetch`: it keeps to the rate limit,
// retries and caches as ours does. Run: npx node examples/hey_api_client.ts [origin]
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createClient as generate } from "@hey-api/openapi-ts";
import { createClient } from "alphadelta";

const origin = process.argv[2] ?? "http://127.0.0.1:8645";
const delta = createClient("delta", { endpoints: origin });

// In a project of its own the generated folder is kept; here it is made anew.
const folder = await mkdtemp(join(import.meta.dirname, ".hey_api-"));
try {
  await generate({
    input: join(import.meta.dirname, "../openapi.yaml"),
    output: { path: folder, module: { extension: ".ts" } },
    logs: { level: "silent", file: false },
    plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
  });
  const { getBlock } = (await import(join(folder, "sdk.gen.ts"))) as {
    getBlock: (options: object) => Promise<{ data?: { data: object }; error?: object }>;
  };
  const { data, error } = await getBlock({
    baseUrl: `${origin}/v1/delta`,
    fetch: delta.fetch,
    path: { identifier: 3 },
  });
  console.log(data?.data ?? error);
  console.log(`${delta.budget().day.remaining} requests are left today`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
