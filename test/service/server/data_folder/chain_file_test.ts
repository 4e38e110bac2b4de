import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { checkChain, copyChain } from "../../../../src/service/internal.ts";
import { createService } from "../../../../src/service/mod.ts";

const data = mkdtempSync(join(tmpdir(), "chain-file-"));
afterAll(() => rmSync(data, { recursive: true }));

test("a chain whose file is damaged is neither checked nor copied, and the message says what to do", async () => {
  const segments = ["delta"] as const;
  const service = await createService({ data, segments, history: 3, mode: "manual" });
  await service.close();
  const path = join(data, "delta.sqlite");
  const bytes = readFileSync(path);
  // The first page names the tables; all that is in them is lost.
  writeFileSync(path, bytes.fill(0xff, 4_096));
  const ignore = (): void => undefined;
  const how = { onProgress: ignore, onFault: ignore };
  const [segment] = segments;
  for (const read of [
    checkChain({ data, segment }, ignore),
    copyChain({ segment, from: { data }, to: { data: join(data, "copy") }, ...how }),
  ]) {
    await expect(read).rejects.toThrow(
      /store at .*delta\.sqlite: database disk image is malformed; the file is damaged: move it away and put a backup in its place/,
    );
  }
});
