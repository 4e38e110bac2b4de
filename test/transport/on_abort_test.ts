import { expect, test } from "vitest";
import { onAbort } from "../../src/transport/internal.ts";

test("a polyfilled signal, whose event has no target, calls each callback, and keeps one listener", () => {
  const listeners = new Set<(event: object) => void>();
  const signal = {
    aborted: false,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  const called: string[] = [];
  const release = onAbort(signal as never, () => called.push("first"));
  onAbort(signal as never, () => called.push("second"));
  onAbort(signal as never, () => called.push("third"));
  release();
  expect(listeners.size).toBe(1);
  for (const listener of listeners) listener.call(signal, { type: "abort" });
  expect(called).toEqual(["second", "third"]);
});

test("a callback that another one releases while the signal aborts is not called", () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => {
    called.push("first");
    release();
  });
  const release = onAbort(controller.signal, () => called.push("released"));
  onAbort(controller.signal, () => called.push("last"));
  controller.abort();
  expect(called).toEqual(["first", "last"]);
});
