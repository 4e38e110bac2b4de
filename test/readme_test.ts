import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createService, listen, type Listener } from "../src/service/mod.ts";
import { runNode } from "./cli/_process.ts";
import { runCompiler } from "./scripts/_run.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const guides = (await readdir(join(ROOT, "docs"))).filter((name) => name.endsWith(".md"));
const programs = (
  await Promise.all(["README.md", ...guides.map((name) => `docs/${name}`)].map(programsOf))
).flat();

let listener: Listener;
let folder: string;
beforeAll(async () => {
  const segments = ["delta", "delta-testnet", "alpha"] as const;
  const service = await createService({ segments, history: 130, mode: "on-submit" });
  listener = await listen(service, { port: 0 });
  // Below the repository, so that a program finds the package by its name.
  folder = await mkdtemp(join(ROOT, "test/.readme-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await listener.close();
});

test("the README and the guides have programs to run", () => {
  expect(programs.filter(([file]) => file === "README.md")).toHaveLength(1);
  expect(programs.length).toBeGreaterThan(18);
});

test.each(programs)(
  "%s, program %i runs",
  { timeout: 30_000 },
  async (file, index, program, prints) => {
    const path = join(folder, `${file.replaceAll("/", "_")}_${index}.ts`);
    await writeFile(
      path,
      program
        .replaceAll("http://127.0.0.1:8645", listener.origin)
        .replaceAll("ws://127.0.0.1:8645", listener.origin.replace("http", "ws")),
    );
    const { code, stdout, stderr } = await runNode(path).ended;
    expect(stderr).toBe("");
    if (prints === undefined) expect(stdout).toMatch(/\S/);
    else expect(stdout).toBe(prints);
    // What a transaction waits for comes.
    expect(stdout).not.toMatch(/^timeout$/m);
    expect(code).toBe(0);
  },
);

test("the programs compile", { timeout: 60_000 }, async () => {
  const project = join(folder, "tsconfig.json");
  for (const [file, index, program] of programs) {
    const path = join(folder, `${file.replaceAll("/", "_")}_${index}.ts`);
    await writeFile(path, `${program}\nexport {};\n`);
  }
  const extend = { extends: "../../tsconfig.json", include: ["*.ts"], exclude: [] };
  await writeFile(project, JSON.stringify(extend));
  expect((await runCompiler("-p", project)).stdout).toBe("");
});

/** The programs of a page, numbered from 1, each with its output where the page shows it. */
async function programsOf(
  file: string,
): Promise<(readonly [string, number, string, string | undefined])[]> {
  const page = await readFile(join(ROOT, file), "utf8");
  // The sources of examples are run by examples_test.ts, some of them in a browser.
  const text = page.replaceAll(/<!-- example: [^]*?<!-- \/example -->/g, "");
  const program = /^```ts\n([\s\S]*?)^```(?:\n\nIt prints\n\n```text\n([\s\S]*?)```)?/gm;
  return [...text.matchAll(program)].map(([, source = "", prints], index) => {
    return [file, index + 1, source, prints] as const;
  });
}
