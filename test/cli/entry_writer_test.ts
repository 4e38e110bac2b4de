import { afterEach, expect, test, vi } from "vitest";
import { entryWriter } from "../../src/cli/serve/write_log.ts";
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

function writer(): { readonly write: (entry: LogEntry) => void; readonly texts: string[] } {
  const texts: string[] = [];
  return { write: entryWriter({ write: (text) => texts.push(text) }), texts };
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
