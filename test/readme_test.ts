import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createService, listen, type Listener } from "../src/service/mod.ts";
import { runPrograms } from "./_run_programs.ts";
import type { Ended } from "./cli/_process.ts";
import { runCompiler } from "./scripts/_run.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const guides = (await readdir(join(ROOT, "docs"))).filter((name) => name.endsWith(".md"));
const programs = (
  await Promise.all(["README.md", ...guides.map((name) => `docs/${name}`)].map(programsOf))
).flat();

/** What the programs of a guide print where the guide does not show it. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  "docs/recipes.md": /^(?:0x\w{64}|Aldebaran|404) /,
};

/** Programs that come from one address one after the other do not wait for their turn. */
const UNLIMITED = { keylessTier: "Enterprise" } as const;

let listener: Listener;
let folder: string;
let ended: readonly Ended[];
beforeAll(async () => {
  const segments = ["delta", "delta-testnet", "alpha"] as const;
  const service = await createService({ segments, history: 130, mode: "on-submit", ...UNLIMITED });
  listener = await listen(service, { port: 0 });
  // Below the repository, so that a program finds the package by its name.
  folder = await mkdtemp(join(ROOT, "test/.readme-"));
  const { origin } = listener;
  const files = await writePrograms((text) =>
    text
      .replaceAll("http://127.0.0.1:8645", origin)
      .replaceAll("ws://127.0.0.1:8645", origin.replace("http", "ws")),
  );
  ended = await runPrograms(files.map((file) => ({ file })));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await listener.close();
});

test("the README and the guides have programs to run", () => {
  expect(programs.filter(([file]) => file === "README.md")).toHaveLength(1);
  expect(programs.length).toBeGreaterThan(18);
});

test.each(programs.map((program, index) => [...program, index] as const))(
  "%s, program %i runs",
  (file, _, __, prints, index) => {
    const { code, stdout, stderr } = ended[index] ?? expect.fail("It did not run");
    expect(stderr).toBe("");
    if (prints === undefined) expect(stdout).toMatch(PRINTED[file] ?? /\S/);
    else expect(stdout).toBe(prints);
    // What a transaction waits for comes.
    expect(stdout).not.toMatch(/^timeout$/m);
    expect(code).toBe(0);
  },
);

test("the programs compile", { timeout: 60_000 }, async () => {
  const project = join(folder, "tsconfig.json");
  await writePrograms((text) => `${text}\nexport {};\n`);
  const extend = { extends: "../../tsconfig.json", include: ["*.ts"], exclude: [] };
  await writeFile(project, JSON.stringify(extend));
  expect((await runCompiler("-p", project)).stdout).toBe("");
});

/** Writes all programs, each changed by `change`, and answers their files. */
function writePrograms(change: (text: string) => string): Promise<string[]> {
  return Promise.all(
    programs.map(async ([page, index, program]) => {
      const file = join(folder, `${page.replaceAll("/", "_")}_${index}.ts`);
      await writeFile(file, change(program));
      return file;
    }),
  );
}

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
