import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createService, listen, type Listener } from "../src/service/mod.ts";
import { runNode } from "./cli/_process.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const readme = await readFile(join(ROOT, "README.md"), "utf8");
const programs = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? "");

let listener: Listener;
let folder: string;
beforeAll(async () => {
  const service = await createService({ segments: ["delta"], history: 130, mode: "manual" });
  listener = await listen(service, { port: 0 });
  // Below the repository, so that a program finds the package by its name.
  folder = await mkdtemp(join(ROOT, "test/.readme-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await listener.close();
});

test("the README has programs to run", () => {
  expect(programs.length).toBeGreaterThan(2);
});

test.each(programs.map((program, index) => [index + 1, program] as const))(
  "program %i of the README runs",
  async (index, program) => {
    const file = join(folder, `program_${index}.ts`);
    await writeFile(file, program.replaceAll("http://127.0.0.1:8645", listener.origin));
    const { code, stdout, stderr } = await runNode(file).ended;
    expect(stderr).toBe("");
    expect(stdout).not.toBe("");
    expect(code).toBe(0);
  },
);
