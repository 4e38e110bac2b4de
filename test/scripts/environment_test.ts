import { join } from "node:path";
import { expect, test } from "vitest";
import { readFiles } from "../../scripts/tree.ts";
import { sharedPart } from "../_parts.ts";
import { run } from "./_run.ts";
import { temporaryFolder } from "./_temporary_folder.ts";

test("an explorer that is built under another NODE_ENV is the one that the package holds", async () => {
  const output = join(await temporaryFolder(), "explorer");
  const built = await run("node", ["scripts/explorer.ts", "--output", output], {
    NODE_ENV: "development",
  });
  expect(built).toMatchObject({ code: 0, stderr: "" });
  const files = await readFiles(output);
  expect([...files.keys()]).toContain("index.html");
  expect(files).toEqual(await readFiles(await sharedPart("explorer")));
});
