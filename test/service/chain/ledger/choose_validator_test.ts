import { expect, test } from "vitest";

import { chooseValidator, type ValidatorState } from "../../../../src/service/chain/ledger/mod.ts";

function validator(
  stake: bigint,
  delegatedStake = 0n,
  status: ValidatorState["status"] = "active",
  reliability = 1_000,
): ValidatorState {
  const rewards = { rewardPerStake: 0n, rewardPool: 0n };
  const record = { uptime: 1, turns: "1", reliability };
  return { name: "", stake, delegatedStake, commission: 0, status, ...record, ...rewards };
}

function turns(segment: "alpha" | "delta", validators: [string, ValidatorState][]) {
  const counts: Record<string, number> = {};
  for (let height = 1; height <= 4_000; height++) {
    const address = chooseValidator({ segment, seed: 0, height, validators });
    counts[address] = (counts[address] ?? 0) + 1;
  }
  return counts;
}

test("chooseValidator() gives turns in proportion to own and delegated stake", () => {
  const counts = turns("delta", [
    ["a", validator(1n)],
    ["b", validator(2n, 1n)],
    ["c", validator(100n, 0n, "inactive")],
  ]);
  expect(Object.keys(counts).toSorted()).toEqual(["a", "b"]);
  expect((counts["b"] ?? 0) / (counts["a"] ?? 1)).toBeGreaterThan(2.7);
  expect((counts["b"] ?? 0) / (counts["a"] ?? 1)).toBeLessThan(3.3);
});

test("chooseValidator() skips a validator as often as it is absent", () => {
  const counts = turns("delta", [
    ["a", validator(1n, 0n, "active", 500)],
    ["b", validator(1n)],
  ]);
  expect((counts["b"] ?? 0) / (counts["a"] ?? 1)).toBeGreaterThan(2.7);
  expect((counts["b"] ?? 0) / (counts["a"] ?? 1)).toBeLessThan(3.3);
});

test("chooseValidator() gives the turn to the last one drawn when nobody is there", () => {
  const counts = turns("delta", [["a", validator(1n, 0n, "active", 0)]]);
  expect(counts).toEqual({ a: 4_000 });
});

test("chooseValidator() still chooses when the active validators have no stake left", () => {
  const counts = turns("delta", [
    ["a", validator(0n)],
    ["b", validator(0n)],
    ["c", validator(5n, 0n, "inactive")],
  ]);
  expect(Math.abs((counts["a"] ?? 0) - 2_000)).toBeLessThan(150);
  expect(counts["c"]).toBeUndefined();
});

test("chooseValidator() gives block producers of alpha equal turns", () => {
  const counts = turns("alpha", [
    ["a", validator(0n)],
    ["b", validator(0n)],
  ]);
  expect(Math.abs((counts["a"] ?? 0) - 2_000)).toBeLessThan(150);
});

test("chooseValidator() follows from seed, segment and height", () => {
  const validators: [string, ValidatorState][] = [
    ["a", validator(1n)],
    ["b", validator(1n)],
  ];
  const sequence = (segment: "delta" | "delta-testnet", seed: number): string =>
    Array.from({ length: 64 }, (_, height) =>
      chooseValidator({ segment, seed, height, validators }),
    ).join("");
  expect(sequence("delta", 0)).toBe(sequence("delta", 0));
  expect(
    new Set([sequence("delta", 0), sequence("delta", 1), sequence("delta-testnet", 0)]).size,
  ).toBe(3);
});

test("chooseValidator() fails if no validator is active", () => {
  const validators: [string, ValidatorState][] = [["a", validator(5n, 0n, "inactive")]];
  expect(() => chooseValidator({ segment: "delta", seed: 0, height: 1, validators })).toThrow(
    RangeError,
  );
});
