import { expect, test } from "vitest";
import { createService } from "../../src/service/mod.ts";
import { tellHistory } from "../../src/cli/serve/write_log.ts";

/** The lines about a history of so many blocks. */
function linesOf(blocks: number, isTTY: boolean): string[] {
  const lines: string[] = [];
  const output = { isTTY, line: (text: unknown) => void lines.push(String(text)) };
  for (let height = 1; height <= blocks; height++)
    tellHistory(output, "delta-testnet", height, blocks);
  return lines;
}

test("a long history is told by a line for each tenth", () => {
  const lines = linesOf(30_000, true);
  expect(lines).toHaveLength(10);
  expect(lines[1]).toBe("delta-testnet: made block 6000 of 30000 of its history");
});

test("a short history, and one that no terminal shows, are made in silence", () => {
  expect(linesOf(300, true)).toEqual([]);
  expect(linesOf(30_000, false)).toEqual([]);
});

test("a service tells each block of its histories", async () => {
  const told: unknown[] = [];
  const service = await createService({
    segments: ["delta", "alpha"],
    history: 3,
    mode: "manual",
    onHistory: (...made) => void told.push(made),
  });
  await service.close();
  expect(told).toEqual(
    (["delta", "alpha"] as const).flatMap((segment) =>
      [1, 2, 3].map((height) => [segment, height, 3]),
    ),
  );
});
