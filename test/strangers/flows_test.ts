import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import type { Listener } from "../../src/service/mod.ts";
import { runNode } from "../cli/_process.ts";
import { openService } from "./_service.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const FLOWS = "flows.arazzo.yaml";
const run = promisify(execFile);

/** The sections of the guide: a heading, and what stands below it. */
const guide = await readFile(join(ROOT, "docs/flows.md"), "utf8");
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
  const shown = sections.map((text) => /<!-- flow: (\S+) -->/.exec(text)?.[1]);
  expect(shown).toEqual(flows.workflows.map(({ workflowId }) => workflowId));
});

test.each(sections.map((text) => [text.split("\n")[0] ?? "", text]))(
  "the program of the section %s runs",
  async (_, text) => {
    const [, program = ""] = /^```ts\n(.*?)^```/ms.exec(text) ?? [];
    // Below the repository, so that it finds the package by its name.
    const folder = await mkdtemp(join(ROOT, "test/.flows-"));
    try {
      const file = join(folder, "program.ts");
      await writeFile(file, program.replaceAll("http://127.0.0.1:8645", listener.origin));
      const { stdout, stderr } = await runNode(file).ended;
      expect(stderr).toBe("");
      expect(stdout).toMatch(/^(?:0x\w{64}|Aldebaran|404) /);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
