import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../src/testing/mod.ts";
import { type Databases, openDatabases } from "./_postgres.ts";
import { runPrograms } from "./_run_programs.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const GUIDE = join(ROOT, "docs/indexing.md");

let service: TestService<"delta">;
let databases: Databases;
let folder: string;
beforeAll(async () => {
  // Below the repository, so that a program finds the package by its name.
  folder = await mkdtemp(join(ROOT, "test/.indexing-"));
  service = await startService({ segments: ["delta"], history: 20 });
  databases = await openDatabases();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

/** Runs the program of the guide into both databases, and resolves to what it printed. */
async function index(round: number, places: readonly string[]): Promise<readonly string[]> {
  const [, program = ""] = /^```ts\n([^]*?)^```/m.exec(await readFile(GUIDE, "utf8")) ?? [];
  const served = program.replaceAll("http://127.0.0.1:8645", service.url);
  const files = places.map((_, at) => join(folder, `${round}_${at}.ts`));
  await Promise.all(files.map((file) => writeFile(file, served)));
  const ended = await runPrograms(files.map((file, at) => ({ file, args: [places[at] ?? ""] })));
  for (const { code, stderr } of ended) expect([code, stderr]).toEqual([0, ""]);
  return ended.map(({ stdout }) => stdout);
}

test("the program of the guide indexes blocks, resumes, and replaces those that were replaced", async () => {
  const sqlite = join(folder, "blocks.sqlite");
  const places = [sqlite, databases.url("indexing")];
  const [first, same] = await index(1, places);
  expect(first).toMatch(/^21 blocks with \d+ transactions\n$/);
  expect(same).toBe(first);

  await service.dev("delta").reorganise(15);
  await service.mine(3);
  const delta = service.client("delta");
  const chain = await delta.listBlocks({ order: "asc", limit: 100 });
  const transactions = chain.items.reduce((sum, { txCount }) => sum + txCount, 0);
  const printed = `${chain.items.length} blocks with ${transactions} transactions\n`;
  expect(await index(2, places)).toEqual([printed, printed]);
  const database = new DatabaseSync(sqlite);
  const rows = database.prepare("SELECT hash FROM block ORDER BY number").all();
  database.close();
  expect(rows.map(({ hash }) => hash)).toEqual(chain.items.map(({ hash }) => hash));
});
