import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import type { Listener } from "../../src/service/mod.ts";
import { openService } from "./_service.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const FLOWS = "flows.arazzo.yaml";
const run = promisify(execFile);

/** The sections of the guide: a heading, and what stands below it; readme_test.ts runs their programs. */
const guide = await readFile(join(ROOT, "docs/recipes.md"), "utf8");
const sections = guide.split(/^## /m).slice(1);

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

test("each flow has a section in its guide, in the same order", async () => {
  const flows = parse(await readFile(join(ROOT, FLOWS), "utf8")) as {
    workflows: { workflowId: string }[];
  };
  const shown = sections.flatMap((text) => /<!-- flow: (\S+) -->/.exec(text)?.[1] ?? []);
  expect(shown).toEqual(flows.workflows.map(({ workflowId }) => workflowId));
});
