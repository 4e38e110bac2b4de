import { expect, test } from "vitest";
import { applyReplyFault, type Fault, Faults } from "../../../../src/service/devnet/faults.ts";
import type { FaultRule } from "../../../../src/service/mod.ts";

const HALF = { path: "/v1/", kind: "delay", probability: 0.5, delayMs: 1 } as const;

/** Faults of each of a hundred requests. */
function hits(faults: Faults): (string | undefined)[] {
  return Array.from({ length: 100 }, () => faults.hit("/v1/delta/blocks")?.kind);
}

function faultsOf(rules: readonly FaultRule[], seed = 0): Faults {
  const faults = new Faults(seed);
  faults.set(rules);
  return faults;
}

test("The same seed hits the same requests, another seed others", () => {
  expect(hits(faultsOf([HALF]))).toEqual(hits(faultsOf([HALF])));
  expect(hits(faultsOf([HALF]))).not.toEqual(hits(faultsOf([HALF], 1)));
});

test("Setting the rules again begins the draws anew", () => {
  const faults = faultsOf([HALF]);
  const first = hits(faults);
  expect(hits(faults)).not.toEqual(first);
  faults.set([HALF]);
  expect(hits(faults)).toEqual(first);
});

test("About the asked part of the requests is hit, and none or all at 0 and 1", () => {
  const count = hits(faultsOf([HALF])).filter((kind) => kind !== undefined).length;
  expect(count).toBeGreaterThan(35);
  expect(count).toBeLessThan(65);
  expect(hits(faultsOf([{ ...HALF, probability: 0 }])).every((kind) => !kind)).toBe(true);
  expect(hits(faultsOf([{ ...HALF, probability: 1 }])).every(Boolean)).toBe(true);
});

test("A rule is for the paths that start with its own, and the empty path is for all", () => {
  const faults = faultsOf([{ path: "/v1/delta", kind: "drop", probability: 1 }]);
  const paths = ["/v1/delta", "/v1/delta-testnet/blocks", "/v1/alpha", "/V1/delta", "/rpc/delta"];
  expect(paths.map((path) => faults.hit(path) !== undefined)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(faultsOf([{ path: "", kind: "drop", probability: 1 }]).hit("/")).toBeDefined();
});

test("Rules are tried in their order until one hits", () => {
  const drop = { path: "/", kind: "drop", probability: 0.3 } as const;
  const kinds = hits(faultsOf([drop, { ...HALF, probability: 1 }]));
  expect(new Set(kinds)).toEqual(new Set(["drop", "delay"]));
  expect(new Set(hits(faultsOf([{ ...HALF, probability: 1 }, drop])))).toEqual(new Set(["delay"]));
});

test("What a rule leaves out is as the document says", () => {
  const faults = faultsOf([{ path: "/", kind: "status", probability: 1 }]);
  expect(faults.hit("/")).toMatchObject({ kind: "status", status: 503, delayMs: 0 });
});

test("A wrong rule is refused, and those in force stay", () => {
  const faults = faultsOf([HALF]);
  const wrong = [HALF, { ...HALF, kind: "explode" }] as unknown as FaultRule[];
  expect(() => faults.set(wrong)).toThrow(/^rules must be .*; rules\[1\]\["kind"\] is invalid$/);
  expect(() => faults.set([{ ...HALF, probability: 1.1 }])).toThrow(RangeError);
  expect(() => faults.set(Array.from({ length: 101 }, () => HALF))).toThrow(RangeError);
  expect(faults.rules).toEqual([HALF]);
});

const fault = (kind: Fault["kind"], roll: number): Fault => ({ kind, roll, status: 0, delayMs: 0 });

test("Replies to a batch are repeated", () => {
  expect(applyReplyFault("[1,2,3]", fault("duplicate", 0))).toBe("[1,1,2,3]");
  expect(applyReplyFault("[1,2,3]", fault("duplicate", 0.99))).toBe("[1,2,3,3]");
});

test("Replies to a batch come in another order, all of them", () => {
  for (let roll = 0; roll < 1; roll += 0.01) {
    const text = applyReplyFault("[1,2,3]", fault("shuffle", roll));
    expect(text).not.toBe("[1,2,3]");
    expect(new Set(JSON.parse(text) as number[])).toEqual(new Set([1, 2, 3]));
    expect(text.length).toBe(7);
  }
});

test("What is no batch, or hit by something else, stays as it is", () => {
  expect(applyReplyFault('{"id":1}', fault("shuffle", 0))).toBe('{"id":1}');
  expect(applyReplyFault("[1]", fault("shuffle", 0))).toBe("[1]");
  expect(applyReplyFault("[1,2]", fault("delay", 0))).toBe("[1,2]");
});
