import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readGuides, withBlocks, withExamples } from "../../../scripts/docs/_guide_blocks.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { SERVE_ROWS } from "../../../src/cli/serve/serve_flags.ts";
import { ROOT } from "../_temporary_folder.ts";

const specs = await loadSpecs(ROOT);

function made(mark: string, kind: string): Promise<string> {
  return withBlocks(`<!-- ${mark} -->\nstale\n<!-- /${kind} -->`, ROOT, specs);
}

test("a table has flag, name, default with its unit, and meaning of each option that its mark names", async () => {
  expect(await made("options: drainBytes idleTimeout traffic stopWithParent", "options"))
    .toBe(`<!-- options: drainBytes idleTimeout traffic stopWithParent -->

| flag of \`serve\`            | option        | default | meaning                                                                      |
| -------------------------- | ------------- | ------- | ---------------------------------------------------------------------------- |
|                            | \`drainBytes\`  | 128 MiB | Maximum part of a refused body that is read, so that the client gets its 413 |
| \`--idle-timeout <seconds>\` | \`idleTimeout\` | 5 s     | Time between the requests of a connection                                    |
| \`--no-traffic\`             | \`traffic\`     |         | Generate no transfers                                                        |
| \`--stop-with-parent\`       |               | off     | Stop when the parent process ends, such as npm                               |

<!-- /options -->
`);
});

test("a mark with an unknown option is refused by its name", async () => {
  await expect(made("options: port prot", "options")).rejects.toThrow("there is no option prot");
});

test("the site shows the source of an example in the place of its mark", async () => {
  const text = await withExamples("# Watch\n\n<!-- example: examples/watch_blocks.ts -->\n", ROOT);
  const source = await readFile(join(ROOT, "examples/watch_blocks.ts"), "utf8");
  expect(text).toBe(`# Watch\n\n\`\`\`ts\n${source}\`\`\`\n`);
  await expect(withExamples("<!-- example: examples/absent.ts -->", ROOT)).rejects.toThrow(
    "absent.ts",
  );
});

test("a comment of another kind is left alone", async () => {
  const guide = "<!-- runtimes -->\n\nas it was\n\n<!-- /runtimes -->\n";
  expect(await withBlocks(guide, ROOT, specs)).toBe(guide);
});

test("the guides have every option of the help, and hold what their marks ask for", async () => {
  const guides = await readGuides(ROOT, specs);
  const service = guides.find(({ file }) => file === "docs/service.md")?.present ?? "";
  const helped = [...SERVE_ROWS].filter(([, { help }]) => help !== undefined);
  expect(helped.length).toBeGreaterThan(40);
  expect(helped.filter(([name, { flag }]) => !service.includes(`\`${flag ?? name}\``))).toEqual([]);
  expect(guides.filter(({ present, made: text }) => present !== text)).toEqual([]);
});
