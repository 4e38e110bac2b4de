import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./_install_packed.ts";

const run = promisify(execFile);

/** Milliseconds to write it in: packing its files keeps a processor busy for long. */
const LONGEST = 600_000;

/** Another user than root, who alone can write as one. */
const NOBODY = 65_534;

let folder: string;
let executable: string;
let env: NodeJS.ProcessEnv;

describe("the executable", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "alphadelta-executable-"));
    await run(process.execPath, ["scripts/executable.ts", "--output", folder], { cwd: ROOT });
    executable = join(folder, `alphadelta-${process.platform}-${process.arch}`);
    // Nothing of Node's is to be found.
    env = { PATH: "/nowhere", XDG_CACHE_HOME: join(folder, "cache") };
  }, LONGEST);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("has less than 130 MB", async () => {
    expect((await stat(executable)).size).toBeLessThan(130e6);
  });

  test("puts its files into the cache once, also when several start at a time", async () => {
    const asked = [1, 2, 3, 4].map(() => run(executable, ["--version"], { env, cwd: folder }));
    for (const { stdout, stderr } of await Promise.all(asked))
      expect([stdout, stderr]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\n$/), ""]);
    expect(await readdir(join(folder, "cache"))).toHaveLength(1);
  });

  test.skipIf(process.geteuid?.() !== 0)("runs nothing that another user put there", async () => {
    const [name = ""] = await readdir(join(folder, "cache"));
    const shared = join(folder, "shared");
    const planted = join(shared, name);
    await mkdir(join(planted, "dist/cli"), { recursive: true });
    await writeFile(join(planted, "dist/cli/main.js"), 'console.log("planted");');
    await chown(planted, NOBODY, NOBODY);
    const start = (TMPDIR: string): ReturnType<typeof run> => {
      const found = { ...env, XDG_CACHE_HOME: shared, TMPDIR };
      return run(executable, ["--version"], { env: found, cwd: folder });
    };
    expect((await start(folder)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const message = `Cannot use ${planted}: it is not this user's. Remove it, or set XDG_CACHE_HOME.`;
    await expect(start(shared)).rejects.toMatchObject({ stderr: expect.stringContaining(message) });
  });

  test("serves the chains, the explorer and the docs, and stops by SIGTERM", async () => {
    const args = ["serve", "--port", "0", "--history", "3"];
    const child = spawn(executable, args, { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let url: string | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      url = /is up at (\S+)/.exec(line)?.[1];
      if (url !== undefined) break;
    }
    child.stdout.resume();
    const statuses = ["/v1/delta/chain/info", "/", "/docs", "/metrics"].map(
      async (path) => (await fetch(`${url}${path}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("has the packages that are optional elsewhere", async () => {
    const args = [
      "export",
      "blocks",
      "--out",
      join(folder, "x.parquet"),
      "--endpoint",
      "http://127.0.0.1:1",
      "--chain",
      "delta",
    ];
    const failed = run(executable, args, { env, cwd: folder });
    await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining("Cannot reach") });
  });
});
