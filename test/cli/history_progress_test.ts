import { expect, test } from "vitest";
import { createService } from "../../src/service/mod.ts";
import { HistoryProgress } from "../../src/cli/serve/history_progress.ts";
import { type Terminal, terminalOf } from "../../src/cli/terminal.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";

/** A terminal that keeps what is written to its standard error. */
function terminal(isTTY: boolean): { readonly terminal: Terminal; readonly text: () => string } {
  let text = "";
  const stderr = { isTTY, columns: 80, write: (part: string) => (text += part) };
  const parts = { env: {}, readInput: async () => new Uint8Array(), clock: SYSTEM_CLOCK };
  return { terminal: terminalOf({ ...parts, stdout: stderr, stderr }), text: () => text };
}

test("a long history is shown as a bar, and once the service is up by a line for each tenth", () => {
  const { terminal: shown, text } = terminal(true);
  const history = new HistoryProgress(shown);
  history.show("delta", 1, 30_000);
  history.show("delta", 30_000, 30_000);
  expect(text()).toMatch(
    /^\rdelta \[\.+\] 0 %, 1 of 30000, .*\rdelta \[#+\] 100 %, 30000 of 30000/,
  );
  history.makeWay();
  const before = text().length;
  for (let height = 1; height <= 30_000; height++) history.show("delta-testnet", height, 30_000);
  const lines = text().slice(before).trim().split("\n");
  expect(lines).toHaveLength(10);
  expect(lines[1]).toBe("delta-testnet: made block 6000 of 30000 of its history");
});

test("a short history, and one that no terminal shows, are made in silence", () => {
  const short = terminal(true);
  new HistoryProgress(short.terminal).show("delta", 300, 300);
  expect(short.text()).toBe("");
  const piped = terminal(false);
  const history = new HistoryProgress(piped.terminal);
  history.show("delta", 1, 30_000);
  history.makeWay();
  history.show("delta", 30_000, 30_000);
  expect(piped.text()).toBe("");
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
