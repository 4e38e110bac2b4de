import { expect, test } from "vitest";

import type { ProducedBlock } from "../../../../src/service/chain/ledger/mod.ts";
import { type StateWrite } from "../../../../src/service/chain/state_tree/mod.ts";
import type { Store } from "../../../../src/service/chain/store/mod.ts";
import { collect } from "./_chain_file.ts";
import { makeBlock, treeAfter } from "./_blocks.ts";
import { expectedPicture, type Names, pictureOf } from "./_model.ts";
import { stateOf } from "./_state_of.ts";
import { rebuildStateRoot } from "../state_tree/_rebuild_state_root.ts";

/**
 * The store must not remember what was truncated: after any blocks and truncations, every list and every value at every
 * height is what the blocks that are left make it.
 */
export function testRandomHistories(
  openStore: () => Promise<Store>,
  names: Names,
  seeds: readonly number[],
): void {
  for (const seed of seeds) {
    test(`after random blocks and truncations it is as if built straight (seed ${seed})`, async () => {
      const random = createRandom(seed);
      const store = await openStore();
      const paths = new Set<string>();
      let blocks: ProducedBlock[] = [];
      for (let round = 0; round < 25; round++) {
        if (blocks.length > 0 && random(3) === 0) {
          const height = random(blocks.length + 1) - 1;
          await store.truncate(height);
          blocks = blocks.slice(0, height + 1);
        } else {
          const fresh = Array.from({ length: 1 + random(4) }, () => {
            blocks = [...blocks, randomBlock(blocks.at(-1), { random, round, names })];
            return blocks.at(-1) as ProducedBlock;
          });
          await store.apply(fresh);
        }
        expect(await pictureOf(store, names)).toEqual(expectedPicture(blocks, names));
        const tree = treeAfter(blocks.at(-1));
        for (const { treeNodes } of blocks) for (const { path } of treeNodes) paths.add(path);
        expect(await store.readTreeNodes([...paths])).toEqual(tree);
        const entries = await stateOf(store);
        const root = blocks.at(-1)?.block.stateRoot ?? (await rebuildStateRoot([]));
        expect(await rebuildStateRoot(entries)).toBe(root);
      }
      expect(await collect(store.inspect())).toEqual([]);
      const straight = await openStore();
      await straight.apply(blocks);
      expect(await pictureOf(straight, names)).toEqual(await pictureOf(store, names));
      expect(await straight.head()).toEqual(await store.head());
    });
  }
}

interface RandomBlockOptions {
  readonly random: (limit: number) => number;
  readonly round: number;
  readonly names: Names;
}

function randomBlock(
  parent: ProducedBlock | undefined,
  { random, round, names }: RandomBlockOptions,
): ProducedBlock {
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? "";
  const sketches = Array.from({ length: random(5) }, () => ({
    from: pick(names.addresses),
    to: pick(names.addresses),
    type: pick(names.types),
  }));
  const changes = names.keys.slice(0, 3).flatMap((key): StateWrite[] => {
    const dice = random(4);
    return dice > 1 ? [] : [{ key, value: dice === 0 ? undefined : `${round} ${random(100)}` }];
  });
  const others = new Set(Array.from({ length: random(60) }, () => `other ${random(200)}`));
  for (const key of others) {
    changes.push({ key, value: random(3) === 0 ? undefined : String(random(9)) });
  }
  return makeBlock(parent, sketches, changes, String(round));
}

/** A small deterministic generator (Park and Miller). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
