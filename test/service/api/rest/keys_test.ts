import { expect, test, vi } from "vitest";
import { type KeyDesk, requestKey } from "../../../../src/service/api/rest/keys.ts";

const INPUT = { path: {}, query: {}, headers: {}, body: { email: "me@example.org" } };

function deskWith(put: () => Promise<void>): KeyDesk {
  const store = { put } as unknown as KeyDesk["store"];
  return {
    store,
    now: 1,
    countRequest: vi.fn(async () => undefined),
    uncountRequest: vi.fn(async () => undefined),
  };
}

test("a request that brings a key counts", async () => {
  const desk = deskWith(async () => undefined);
  expect(await requestKey(INPUT, desk)).toMatchObject({ email: "me@example.org" });
  expect(desk.countRequest).toHaveBeenCalledOnce();
  expect(desk.uncountRequest).not.toHaveBeenCalled();
});

test("a request whose key cannot be stored does not count", async () => {
  const full = new Error("database or disk is full");
  const desk = deskWith(() => Promise.reject(full));
  await expect(requestKey(INPUT, desk)).rejects.toBe(full);
  expect(desk.uncountRequest).toHaveBeenCalledOnce();
});
