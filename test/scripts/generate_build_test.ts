import { readdirSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Run, run } from "./_run.ts";
import { folderInRepository, ROOT } from "./_temporary_folder.ts";
import { SMALL } from "./specs/_small_specs.ts";
import { addToOpenapi, addToOpenrpc } from "./generate/_additions.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 120_000;

const COPIED = [
  ...["src", "scripts", "package.json", "tsconfig.json", "tsconfig.build.json"],
  ...["openapi.yaml", "openrpc.json", "redocly.yaml"],
];

/** A copy of the repository, of which the scripts take themselves to be part. */
let copy: string;

beforeAll(async () => {
  copy = await folderInRepository();
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
}, SLOW);

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

describe("generate builds dist", { timeout: SLOW }, () => {
  test("not where there is none, and not for another output", async () => {
    expect(await generate()).toMatchObject({ code: 0, stdout: WROTE, stderr: "" });
    expect(await readdir(copy)).not.toContain("dist");

    await emptyDist();
    const output = join(copy, "elsewhere");
    const elsewhere = await generate("--specs", fileURLToPath(SMALL), "--output", output);
    expect(elsewhere).toMatchObject({ code: 0, stderr: "" });
    expect(elsewhere.stdout).not.toContain("dist");
    expect(await readdir(join(copy, "dist"))).toEqual(["stale.js"]);
  });

  test("in whole, also when two run at once", async () => {
    await emptyDist();
    const runs = await Promise.all([generate(), generate()]);
    const expected = { code: 0, stdout: `${WROTE}Built dist from it\n`, stderr: "" };
    expect(runs).toEqual([expected, expected]);

    const names = await readdir(join(copy, "dist"));
    expect(names).toContain("mod.js");
    expect(names).not.toContain("stale.js");
    const beside = [...(await readdir(copy)), ...(await readdir(join(copy, "src")))];
    expect(beside.filter((name) => name.includes(".new-"))).toEqual([]);
  });

  test("and says what does not compile, without failing", async () => {
    await emptyDist();
    const [openapi, openrpc] = await Promise.all(
      ["openapi.yaml", "openrpc.json"].map((file) => readFile(join(ROOT, file), "utf8")),
    );
    await writeFile(join(copy, "openapi.yaml"), addToOpenapi(openapi ?? ""));
    await writeFile(join(copy, "openrpc.json"), addToOpenrpc(openrpc ?? ""));

    const { code, stdout, stderr } = await generate();

    expect({ code, stdout }).toEqual({ code: 0, stdout: WROTE });
    const lines = stderr.split("\n");
    expect(lines).toContainEqual(
      expect.stringMatching(/^src\/service\/rest\/handlers\.ts\(.* missing .*listRecords/),
    );
    expect(lines.slice(-2)).toEqual([
      "src/generated is written; mend these and run: npm run build",
      "",
    ]);
    const client = join(copy, "dist/generated/client/operations.gen.js");
    expect(await readFile(client, "utf8")).toContain("listRecords");
  });
});

const GENERATED = readdirSync(join(ROOT, "src/generated"), { recursive: true }).filter((name) =>
  String(name).endsWith(".ts"),
);
const WROTE = `Wrote ${GENERATED.length} files to src/generated\n`;

function generate(...args: readonly string[]): Promise<Run> {
  return run("node", [join(copy, "scripts/generate.ts"), ...args]);
}

/** Leaves a `dist` that no build made. */
async function emptyDist(): Promise<void> {
  await rm(join(copy, "dist"), { recursive: true, force: true });
  await mkdir(join(copy, "dist"));
  await writeFile(join(copy, "dist/stale.js"), "");
}
