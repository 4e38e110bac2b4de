import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withExamples } from "../../../scripts/docs/_guide_pages.ts";
import { ROOT } from "../_temporary_folder.ts";

test("the site shows the source of an example in the place of its mark", async () => {
  const text = await withExamples("# Watch\n\n<!-- example: examples/watch_blocks.ts -->\n", ROOT);
  const source = await readFile(join(ROOT, "examples/watch_blocks.ts"), "utf8");
  expect(text).toBe(`# Watch\n\n\`\`\`ts\n${source}\`\`\`\n`);
  await expect(withExamples("<!-- example: examples/absent.ts -->", ROOT)).rejects.toThrow(
    "absent.ts",
  );
});
