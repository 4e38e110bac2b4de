import { afterEach, expect, test, vi } from "vitest";
import { TextOutput } from "../../src/cli/output/text_output.ts";
import { entryWriter, prettyLine } from "../../src/cli/serve/write_log.ts";
import type { LogEntry } from "../../src/service/mod.ts";

const REQUEST: LogEntry = {
  level: "info",
  time: "2026-01-01T00:00:00.000Z",
  requestId: "r",
  method: "GET",
  path: "/",
  protocol: "other",
  operation: "index",
  status: 200,
  milliseconds: 1,
  bytes: 2,
  subject: null,
  tier: null,
  peer: "127.0.0.1",
};
const ERROR: LogEntry = {
  level: "error",
  time: "2026-01-01T00:00:00.000Z",
  requestId: "e",
  message: "Wrong",
  stack: undefined,
};

function writer(format?: typeof prettyLine): {
  readonly write: (entry: LogEntry) => void;
  readonly texts: string[];
} {
  const texts: string[] = [];
  const output = new TextOutput({ write: (text) => texts.push(text) }, false);
  return { write: entryWriter(output, format), texts };
}

afterEach(() => vi.useRealTimers());

test("requests are buffered and written once, one line each", () => {
  vi.useFakeTimers();
  const { write, texts } = writer();
  write(REQUEST);
  vi.advanceTimersByTime(5);
  write(REQUEST);
  expect(texts).toEqual([]);
  vi.advanceTimersByTime(5);
  const line = `${JSON.stringify(REQUEST)}\n`;
  expect(texts).toEqual([line + line]);
  write(REQUEST);
  vi.advanceTimersByTime(10);
  expect(texts).toEqual([line + line, line]);
});

test("a full buffer of requests is written at once", () => {
  vi.useFakeTimers();
  const { write, texts } = writer();
  for (let count = 0; count < 100; count++) write(REQUEST);
  vi.advanceTimersByTime(10);
  expect(texts.length).toBe(4);
  expect(texts.join("").trimEnd().split("\n")).toHaveLength(100);
});

test("an error is written at once, after earlier entries", () => {
  const { write, texts } = writer();
  write(REQUEST);
  write(ERROR);
  expect(texts.join("").trimEnd().split("\n")).toEqual(
    [REQUEST, ERROR].map((one) => JSON.stringify(one)),
  );
});

test.each([
  ["JSON", undefined],
  ["short lines", prettyLine],
])("as %s an entry is one line, whatever a client or an upstream says", (_, format) => {
  const hostile = "\u001b[2J\u009b7m\nready\u2028\u202e";
  const { write, texts } = writer(format);
  write({ ...REQUEST, path: hostile });
  write({ ...ERROR, message: hostile, stack: hostile });
  const lines = texts.join("").split("\n").slice(0, -1);
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toContain("\\u001b[2J\\u009b7m");
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  }
});
