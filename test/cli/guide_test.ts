import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FirstSegment } from "../../src/generated/segments.gen.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { runInProcess } from "./_run_in_process.ts";

const GUIDE = new URL("../../docs/command_line.md", import.meta.url).pathname;
/** The address that the guide shows. */
const SHOWN = "http://127.0.0.1:8645";
const TOKEN = "a-token-that-stands-for-one-of-43-characters";

let service: TestService<FirstSegment>;
let folder: string;
beforeAll(async () => {
  service = await startService({ history: 30, dev: { token: TOKEN } });
  folder = await mkdtemp(join(tmpdir(), "guide-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
});

/** Runs a line of the guide, and gives what a terminal of 100 columns shows. */
async function run(line: string): Promise<string> {
  const [command = "", echo] = line.split("; ");
  const args = command.split(" ").slice(1);
  const { code, stdout, stderr } = await runInProcess(args.map(toReal), {
    columns: 100,
    clock: { ...SYSTEM_CLOCK, now: () => service.now().getTime() },
    env: {
      XDG_CONFIG_HOME: folder,
      NO_COLOR: "1",
      ALPHADELTA_ENDPOINT: service.url,
      // Its clock stands still, and so no rate limit would pass.
      ALPHADELTA_TIER: "Enterprise",
      ALPHADELTA_DEV_TOKEN: TOKEN,
    },
  });
  // Progress of a terminal is written over itself.
  const lasting = stderr.replaceAll(/[^\n]*\r[^\n]*\n?/g, "");
  const shown = (lasting + stdout).replaceAll(service.url, SHOWN).replaceAll(`${folder}/`, "");
  return echo === undefined ? shown : `${shown}${code}\n`;
}

/** The guide names the usual address, and files of the folder that it is read in, and quotes what a shell would change. */
function toReal(given: string): string {
  const word = given.replace(/^'(.*)'$/, "$1");
  if (/^\w+\.(?:csv|parquet|ndjson)$/.test(word)) return join(folder, word);
  return word.replace(SHOWN, service.url);
}

test("every output in the guide is what the command prints", { timeout: 120_000 }, async () => {
  const guide = await readFile(GUIDE, "utf8");
  let real = "";
  for (const part of guide.split(/(^```console\n[^]*?^```$)/m)) {
    const isBlock = part.startsWith("```console\n");
    const lines = isBlock ? part.split("\n").filter((line) => line.startsWith("$ ")) : [];
    let block = "```console\n";
    for (const line of lines) block += `${line}\n${await run(line.slice(2))}`;
    real += isBlock ? `${block}\`\`\`` : part;
  }
  // Writes the outputs with: npx vitest run test/cli/guide_test.ts -u.
  await expect(real).toMatchFileSnapshot(GUIDE);
  expect(real.match(/^\$ alphadelta/gm)?.length).toBeGreaterThan(20);
});
