import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Listener } from "../../src/service/mod.ts";
import { openService } from "./_service.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const FLOWS = "flows.arazzo.yaml";
const run = promisify(execFile);

let listener: Listener;
beforeAll(async () => {
  listener = await openService();
});
afterAll(() => listener.close());

test("Redocly's runner follows the flows from lists to items, and finds every answer as the document says", async () => {
  const servers = ["delta", "alpha"].map(
    (name) => `--server=${name}=${listener.origin}/v1/${name}`,
  );
  const { stdout, stderr } = await run(
    "node_modules/.bin/redocly",
    ["respect", FLOWS, ...servers],
    {
      cwd: ROOT,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", NO_COLOR: "1" },
    },
  );
  expect(stdout + stderr).toMatch(/Workflows: 5 passed, 5 total\s+Steps: 21 passed, 21 total/);
}, 60_000);
