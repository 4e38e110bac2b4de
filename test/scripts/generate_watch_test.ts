import { spawn } from "node:child_process";
import { cp, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "./_run.ts";
import { ROOT, temporaryFolder } from "./_temporary_folder.ts";
import { SMALL } from "./specs/_small_specs.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

test(
  "generate --watch follows each change, reports a fault and continues, and ends with Ctrl-C",
  { timeout: SLOW },
  async () => {
    const { printed, output, edit, interrupt } = await startWatching();
    await printed(
      /^Wrote (\d+) files to .*\nWatching openapi.yaml and openrpc.json; Ctrl-C ends\n/,
    );

    await edit("openapi.yaml", "requestsPerSecond: 10,", "requestsPerSecond: 20,");
    await printed(/openapi\.yaml:15: additive: "requestsPerSecond" .*\. Wrote \d+ files/);
    expect(await readFile(join(output, "tiers.gen.ts"), "utf8")).toContain("20");

    await edit("openrpc.json", `"x-safe": true,`, `"x-safe": true,,`);
    const [fault] = await printed(/openrpc\.json:(\d+): cannot be parsed: .*\n {4}Fix.*\n/);
    expect(fault).toContain(":15:");
    await printed(/1 problem\(s\); .* is as it was\./);

    await edit("openrpc.json", `"x-safe": true,,`, `"x-safe": false,`);
    await printed(/openrpc\.json:15: breaking: "x-safe" changed from true to false\. Wrote/);

    expect(await interrupt()).toBe(0);
  },
);

test("generate refuses --watch beside --check", { timeout: SLOW }, async () => {
  expect(await run("node", ["scripts/generate.ts", "--watch", "--check"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "Cannot run generate: --check and --watch exclude each other\n",
  });
});

interface Watching {
  readonly output: string;
  /** Resolves to the first match in what was printed since the last one, on either stream. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Puts a changed file in the place of a spec, as editors do. */
  readonly edit: (file: string, find: string, put: string) => Promise<void>;
  /** Resolves to the exit code. */
  readonly interrupt: () => Promise<number | null>;
}

async function startWatching(): Promise<Watching> {
  const folder = await temporaryFolder();
  const output = join(folder, "output");
  await cp(SMALL, folder, { recursive: true });
  const flags = ["--watch", "--specs", folder, "--output", output];
  const child = spawn(process.execPath, ["scripts/generate.ts", ...flags], { cwd: ROOT });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  let text = "";
  let look = (): void => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      look();
    });
  }
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve) => {
      look = () => {
        const match = pattern.exec(text);
        if (!match) return;
        text = text.slice(match.index + match[0].length);
        resolve(match);
      };
      look();
    });
  const edit = async (file: string, find: string, put: string): Promise<void> => {
    const path = join(folder, file);
    const before = await readFile(path, "utf8");
    expect(before).toContain(find);
    await writeFile(`${path}.swap`, before.replace(find, put));
    await rename(`${path}.swap`, path);
  };
  const interrupt = async (): Promise<number | null> => {
    child.kill("SIGINT");
    return ended;
  };
  return { output, printed, edit, interrupt };
}
