import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEntries } from "../scripts/check/entries.ts";
import { startService, type TestService } from "../src/testing/mod.ts";
import { runPrograms } from "./_run_programs.ts";
import { runCompiler } from "./scripts/_run.ts";

const ROOT = new URL("..", import.meta.url).pathname;

/** A program of a doc comment: where it stands, and what it shows. */
interface Example {
  readonly place: string;
  /** Name that the comment is of, where it is that of a function or class. */
  readonly of: string | undefined;
  readonly program: string;
}

const examples: readonly Example[] = await readExamples();

let service: TestService<"alpha" | "delta">;
let folder: string;
let files: readonly string[];
beforeAll(async () => {
  service = await startService({ mode: "on-submit", history: 10, traffic: true });
  // Below the repository, so that a program finds the package by its name.
  folder = await mkdtemp(join(ROOT, "test/.examples-"));
  files = await Promise.all(
    examples.map(async ({ place, program }, index) => {
      const file = join(folder, `${index}_${place.replaceAll(/\W/g, "_")}.ts`);
      const served = program.replaceAll("127.0.0.1:8645", new URL(service.url).host);
      await writeFile(file, `${served}\nexport {};\n`);
      return file;
    }),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

test("each function that the package exports has an example", async () => {
  const shown = new Set(examples.map((example) => example.of));
  const missing: string[] = [];
  for (const { key } of await readEntries(ROOT)) {
    if (key === "./schemas") continue;
    const exported = (await import(key.replace(/^\./, "alphadelta"))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      const isFunction = typeof value === "function" && !/^class\b/.test(String(value));
      if (isFunction && !shown.has(name)) missing.push(`${key} ${name}`);
    }
  }
  expect(missing).toEqual([]);
});

test("the examples name what they import", () => {
  const without = examples.filter(({ program }) => !/from "alphadelta/.test(program));
  expect(without.map(({ place }) => place)).toEqual([]);
});

test("the examples compile", { timeout: 60_000 }, async () => {
  const project = join(folder, "tsconfig.json");
  const options = { noEmit: true, strict: true, skipLibCheck: true };
  const extend = { extends: "../../tsconfig.json", compilerOptions: options };
  await writeFile(project, JSON.stringify({ ...extend, include: ["*.ts"], exclude: [] }));
  expect((await runCompiler("-p", project)).stdout).toBe("");
});

test("the examples run", { timeout: 120_000 }, async () => {
  expect(files.length).toBeGreaterThan(60);
  const ended = await runPrograms(
    files.map((file) => ({ file })),
    "--exit",
  );
  const failed = ended.flatMap(({ code, stderr }, index) =>
    code === 0 ? [] : `${files[index]}: ${stderr}`,
  );
  expect(failed).toEqual([]);
});

async function readExamples(): Promise<Example[]> {
  const names = await readdir(join(ROOT, "src"), { recursive: true });
  const sources = names.filter((name) => name.endsWith(".ts") && !name.startsWith("generated/"));
  const found = await Promise.all(
    sources
      .toSorted()
      .map(async (name) => examplesOf(name, await readFile(join(ROOT, "src", name), "utf8"))),
  );
  return found.flat();
}

function examplesOf(place: string, source: string): Example[] {
  const comments = source.matchAll(
    /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(?:export (?:async )?(?:function\*? |class )(\w+))?/g,
  );
  return [...comments].flatMap(([, text = "", of]) => {
    const plain = text.replaceAll(/^ *\* ?/gm, "");
    const programs = [...plain.matchAll(/^```ts\n([^]*?)^```/gm)].map((match) => match[1] ?? "");
    return programs.map((program) => ({ place, of, program }));
  });
}
