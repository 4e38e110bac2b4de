import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { watchFiles } from "../../../scripts/generate/_watch_files.ts";
import { temporaryFolder } from "../_temporary_folder.ts";

test("several writes in a row are one change, and a write during a change is one more", async () => {
  const folder = await temporaryFolder();
  const end = new AbortController();
  let calls = 0;
  const changed = async (): Promise<void> => {
    calls += 1;
    if (calls === 2) return end.abort();
    await writeFile(join(folder, "one"), "during");
    await delay(50);
  };
  const watching = watchFiles(folder, ["one"], changed, end.signal);
  for (const text of ["a", "b", "c"]) await writeFile(join(folder, "one"), text);
  await watching;
  expect(calls).toBe(2);
});

test("other files are no change, and an abort ends the watch", async () => {
  const folder = await temporaryFolder();
  const end = new AbortController();
  const watching = watchFiles(
    folder,
    ["one"],
    () => Promise.reject(new Error("Called")),
    end.signal,
  );
  await writeFile(join(folder, "other"), "a");
  await delay(300);
  end.abort();
  await expect(watching).resolves.toBeUndefined();
});
