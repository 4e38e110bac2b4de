import { expect, test, vi } from "vitest";
import {
  type KeyRequestContext,
  requestKey,
} from "../../../../src/service/api/rest/request_key.ts";

const INPUT = { path: {}, query: {}, headers: {}, body: { email: "me@example.org" } };

function contextWith(put: () => Promise<void>): KeyRequestContext {
  const store = { put } as unknown as KeyRequestContext["store"];
  return {
    store,
    now: 1,
    countRequest: vi.fn(async () => undefined),
    uncountRequest: vi.fn(async () => undefined),
  };
}

test("a request that brings a key counts", async () => {
  const context = contextWith(async () => undefined);
  expect(await requestKey(INPUT, context)).toMatchObject({ email: "me@example.org" });
  expect(context.countRequest).toHaveBeenCalledOnce();
  expect(context.uncountRequest).not.toHaveBeenCalled();
});

test("a request whose key cannot be stored does not count", async () => {
  const full = new Error("database or disk is full");
  const context = contextWith(() => Promise.reject(full));
  await expect(requestKey(INPUT, context)).rejects.toBe(full);
  expect(context.uncountRequest).toHaveBeenCalledOnce();
});
