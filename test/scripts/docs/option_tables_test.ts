import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { OPTION_GUIDES, withOptionTables } from "../../../scripts/docs/_option_tables.ts";
import { SERVE_ROWS } from "../../../src/cli/serve/serve_flags.ts";

function tableOf(asked: string): string {
  return withOptionTables(`<!-- options: ${asked} -->\nstale\n<!-- /options -->`);
}

test("a table has flag, name, default with its unit, and meaning of each option that its mark names", () => {
  expect(tableOf("compressFrom idleTimeout traffic stopWithParent"))
    .toBe(`<!-- options: compressFrom idleTimeout traffic stopWithParent -->

| flag of \`serve\`            | option         | default    | meaning                                                  |
| -------------------------- | -------------- | ---------- | -------------------------------------------------------- |
| \`--compress-from <bytes>\`  | \`compressFrom\` | 8192 bytes | Smallest response that is compressed with gzip, in bytes |
| \`--idle-timeout <seconds>\` | \`idleTimeout\`  | 5 s        | Time between the requests of a connection                |
| \`--no-traffic\`             | \`traffic\`      |            | Generate no transfers                                    |
| \`--stop-with-parent\`       |                | off        | Stop when the parent process ends, such as npm           |

<!-- /options -->`);
});

test("a mark with an unknown option is refused by its name", () => {
  expect(() => tableOf("port prot")).toThrow("there is no option prot");
});

test("the guides have every option of the help, and are as their tables are written", async () => {
  const texts = await Promise.all(OPTION_GUIDES.map((file) => readFile(file, "utf8")));
  const [service = ""] = texts;
  const helped = [...SERVE_ROWS].filter(([, { help }]) => help !== undefined);
  expect(helped.length).toBeGreaterThan(40);
  expect(helped.filter(([name, { flag }]) => !service.includes(`\`${flag ?? name}\``))).toEqual([]);
  expect(texts.map(withOptionTables)).toEqual(texts);
});
