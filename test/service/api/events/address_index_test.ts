import { expect, test } from "vitest";
import { AddressIndex, addressKey } from "../../../../src/service/api/events/address_index.ts";
import { formatAddress } from "../../../../src/units/mod.ts";
import { forSeeds, type Random } from "../../../_random.ts";

function randomBytes(random: Random): Uint8Array {
  return Uint8Array.from({ length: 20 }, () => random.upTo(255));
}

test("the key of an address is its bytes, whatever its prefix", async () => {
  await forSeeds(50, async (random) => {
    const bytes = randomBytes(random);
    for (const prefix of ["dx", "ax"]) {
      expect(addressKey(formatAddress({ prefix, bytes }))).toBe(
        Buffer.from(bytes).toString("latin1"),
      );
    }
  });
});

test("watchers are those added and not removed, few or many", async () => {
  await forSeeds(20, async (random) => {
    const index = new AddressIndex<{ readonly name: number }>();
    const watchers = Array.from({ length: 20 }, (_, name) => ({ name }));
    const keys = Array.from({ length: 5 }, () =>
      addressKey(formatAddress({ prefix: "dx", bytes: randomBytes(random) })),
    );
    const model = new Map(keys.map((key) => [key, new Set<{ readonly name: number }>()]));
    for (let turn = 0; turn < 400; turn++) {
      const key = keys[random.upTo(keys.length - 1)] ?? "";
      const watcher = watchers[random.upTo(watchers.length - 1)] ?? { name: -1 };
      const own = model.get(key);
      expect(index.has(key, watcher)).toBe(own?.has(watcher));
      // Most are added at first, and most removed in the end.
      const isRemoved = random.upTo(400) < turn;
      if (isRemoved && own?.delete(watcher)) index.remove(key, watcher);
      if (!isRemoved && own?.has(watcher) === false) index.add(key, own.add(watcher) && watcher);
      expect(new Set(index.watchersOf(key))).toEqual(own);
    }
  });
});
