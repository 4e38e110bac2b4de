import { describe, expect, test } from "vitest";

import {
  type StateWrite,
  StateTree,
  updateStateTree,
  updateStateTreeSync,
} from "../../../../src/service/chain/state_tree/mod.ts";
import { IS_WHOLE } from "../../../_suites.ts";
import { plainRoot } from "./_plain_root.ts";
import { rebuildStateRoot } from "./_rebuild_state_root.ts";

/** Two keys whose SHA-256 agree in the first thirteen digits. */
const TWINS = ["kcfc71a693c69f", "kddb1434cbc3e4"] as const;

type Values = ReadonlyMap<string, string>;

/** The changes that lead from one state to another. */
function changesBetween(from: Values, to: Values): StateWrite[] {
  const keys = [...new Set([...from.keys(), ...to.keys()])];
  return keys.flatMap((key) => {
    const value = to.get(key);
    return value === from.get(key) ? [] : [{ key, value }];
  });
}

function treeOf(values: Values): StateTree {
  const tree = new StateTree();
  tree.update(changesBetween(new Map(), values));
  return tree;
}

function rootOf(tree: StateTree): string {
  return tree.update([]).stateRoot;
}

function sortedNodes(tree: StateTree): [string, string][] {
  return [...tree.nodes].toSorted(([left], [right]) => (left < right ? -1 : 1));
}

function someValues(count: number): Map<string, string> {
  return new Map(
    Array.from({ length: count }, (_, index) => [`account:${index}`, `{"é":${index}}`]),
  );
}

/** A small deterministic generator (Park and Miller). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

/** A state after random changes: values set, set again to the same, and removed, also where there is none. */
function randomChanges(random: (limit: number) => number, range: number): StateWrite[] {
  const changes = new Map<string, StateWrite>();
  const keepsMost = random(2);
  for (let count = random(60); count > 0; count--) {
    const key = random(20) === 0 ? (TWINS[random(2)] ?? "") : `key ${random(range)}`;
    const isRemoval = random(4) > keepsMost * 2 + 1;
    changes.set(key, { key, value: isRemoval ? undefined : String(random(3)) });
  }
  return [...changes.values()];
}

const ROUNDS = IS_WHOLE ? 150 : 50;

describe("updateStateTree()", () => {
  for (const range of [3, 40, 1_500]) {
    test(`gives the root of the state after any changes, among ${range} keys`, async () => {
      const random = createRandom(range);
      const tree = new StateTree();
      const values = new Map<string, string>();
      for (let round = 0; round < ROUNDS; round++) {
        const changes = randomChanges(random, range);
        for (const { key, value } of changes) {
          if (value === undefined) values.delete(key);
          else values.set(key, value);
        }
        const { stateRoot } = tree.update(changes);
        expect(stateRoot).toBe(plainRoot(values));
        expect(await rebuildStateRoot(values)).toBe(stateRoot);
        if (round % 10 === 0) expect(sortedNodes(tree)).toEqual(sortedNodes(treeOf(values)));
      }
    });
  }

  test("has a root for a state without values, and keeps nothing for it", () => {
    const tree = new StateTree();
    expect(rootOf(tree)).toBe(plainRoot(new Map()));
    tree.update(changesBetween(new Map(), someValues(700)));
    expect(tree.nodes.size).toBeGreaterThan(100);
    expect(tree.update(changesBetween(someValues(700), new Map())).stateRoot).toBe(
      plainRoot(new Map()),
    );
    expect(tree.nodes.size).toBe(0);
  });

  test("gives the same root and branches for a state, however it was reached", () => {
    const values = someValues(600);
    const straight = treeOf(values);
    const backwards = new StateTree();
    for (const [key, value] of [...values].toReversed()) {
      backwards.update([{ key, value: "first another" }]);
      backwards.update([{ key, value }]);
    }
    const detour = treeOf(someValues(2_000));
    detour.update(changesBetween(someValues(2_000), values));
    for (const tree of [backwards, detour]) {
      expect(rootOf(tree)).toBe(rootOf(straight));
      expect(sortedNodes(tree)).toEqual(sortedNodes(straight));
    }
  });

  test("changes the root with one value changed, added or removed, and has it back when that is undone", () => {
    const values = someValues(300);
    const tree = treeOf(values);
    const root = rootOf(tree);
    const others = [
      new Map(values).set("account:7", "other"),
      new Map(values).set("new", "7"),
      new Map([...values].slice(1)),
      new Map([...values].map(([key, value]) => [key === "account:7" ? "x" : key, value])),
    ];
    for (const other of others) {
      expect(tree.update(changesBetween(values, other)).stateRoot).not.toBe(root);
      expect(tree.update(changesBetween(other, values)).stateRoot).toBe(root);
    }
  });

  test("separates keys from values", () => {
    expect(rootOf(treeOf(new Map([["ab", "c"]])))).not.toBe(rootOf(treeOf(new Map([["a", "bc"]]))));
  });

  test("handles keys with long common paths", () => {
    const [one, two] = TWINS;
    const values = new Map([
      [one, "1"],
      [two, "2"],
    ]);
    const tree = treeOf(values);
    expect(rootOf(tree)).toBe(plainRoot(values));
    expect(tree.nodes.size).toBe(14);
    tree.update([{ key: one, value: undefined }]);
    expect(sortedNodes(tree)).toEqual(sortedNodes(treeOf(new Map([[two, "2"]]))));
    expect(tree.nodes.size).toBe(1);
  });

  test("reads the branches on the paths of the changed keys alone, one call a level", async () => {
    const tree = treeOf(someValues(20_000));
    const calls: (readonly string[])[] = [];
    const changes = [3, 4, 5].map((index) => ({ key: `account:${index}`, value: "new" }));
    const update = await updateStateTree(changes, async (paths) => {
      calls.push(paths);
      return tree.nodes;
    });
    expect(calls.length).toBeLessThanOrEqual(6);
    expect(calls[0]).toEqual([""]);
    for (const paths of calls) expect(paths.length).toBeLessThanOrEqual(3);
    expect(update.treeNodes.map(({ path }) => path).toSorted()).toEqual(calls.flat().toSorted());
    expect(tree.update(changes)).toEqual(update);
  });

  test("names a branch that is missing", () => {
    const { nodes } = treeOf(someValues(2_000));
    const onlyRoot = new Map([...nodes].filter(([path]) => path === ""));
    const changes = [{ key: "account:1", value: "2" }];
    expect(() => updateStateTreeSync(changes, () => onlyRoot)).toThrow(
      /^Cannot update the state tree: its branch [0-9a-f] is missing$/,
    );
  });
});
