import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEXTS } from "../../src/cli/export/writers.ts";
import { HOSTILE, HostileService } from "./_hostile_service.ts";
import type { Ended } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

let service: HostileService;
const folder = mkdtempSync(join(tmpdir(), "hostile-files-"));
beforeAll(async () => {
  service = await HostileService.open("fields");
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true });
});

function run(words: string, columns?: number): Promise<Ended> {
  const env = { ALPHADELTA_ENDPOINT: service.url, ALPHADELTA_CHAIN: "delta" };
  return runInProcess(["export", ...words.split(" ")], { env, columns });
}

const RAW = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

test.each(["asc", "desc"])(
  "lines of JSON, order %s, are one for each item, and lose nothing",
  async (order) => {
    const file = join(folder, `${order}.ndjson`);
    await run(`blocks --order ${order} --out ${file}`);
    const { stdout } = await run(`blocks --order ${order}`);
    const text = readFileSync(file, "utf8");
    expect(text).toBe(stdout);
    expect(text.match(RAW)).toBeNull();
    const items = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { words: string[] });
    expect(items).toHaveLength(46);
    for (const { words } of items) expect(words).toEqual([HOSTILE, HOSTILE]);
  },
);

test.each(["asc", "desc"])(
  "CSV, order %s, has the data as they are, but on a terminal",
  async (order) => {
    const words = `transactions --order ${order} --format csv`;
    const { stdout: piped } = await run(words);
    expect(piped).toContain(HOSTILE);
    const { stdout: shown } = await run(words, 80);
    expect(shown.match(RAW)).toBeNull();
    expect(shown).toContain("\\u001b[2J\\u009b7m");
  },
);

test("CSV has no formula of a spreadsheet in a text, and numbers as they are", async () => {
  async function* lines(): AsyncGenerator<string> {
    yield JSON.stringify({
      hash: "=cmd|' /C calc'!A0",
      blockNumber: -3,
      from: "+1+1",
      value: "-7",
    });
  }
  const written = TEXTS.csv?.(lines(), { what: "transactions", from: 0, to: 0 }) ?? [];
  const rows: string[] = [];
  for await (const row of written) rows.push(row);
  const [title, row] = rows;
  expect(title).toMatch(/^hash,blockNumber,blockHash,from,to,value,/);
  expect(row).toMatch(/^'=cmd\|' \/C calc'!A0,-3,,'\+1\+1,,-7,/);
});
