import { describe, expect, test } from "vitest";

import type { ProducedBlock } from "../../../../src/service/chain/ledger/mod.ts";
import type { Store } from "../../../../src/service/chain/store/mod.ts";
import { makeBlock } from "./_blocks.ts";
import { collect } from "./_chain_file.ts";

/** An empty store whose tables can be changed behind its back; `{}` in a script stands for their schema. */
export interface OpenTables {
  readonly store: Store;
  readonly run: (script: string) => Promise<void>;
}

/** Genesis with two accounts, and four blocks of a transfer and of a vote by an account for itself. */
function makeChain(): ProducedBlock[] {
  const accounts = ["dx1a", "dx1b"].map((address) => ({ key: `account:${address}`, value: "0" }));
  const blocks = [makeBlock(undefined, [], accounts)];
  for (let height = 1; height <= 4; height++) {
    const sketches = [
      { from: "dx1a", to: "dx1b" },
      { from: "dx1c", to: "dx1c", type: "vote" },
    ];
    const changes = [{ key: "account:dx1a", value: `${height}` }];
    blocks.push(makeBlock(blocks.at(-1), sketches, changes));
  }
  return blocks;
}

/** Damage, and every fault that the inspection is to find then. */
const DAMAGES: readonly (readonly [script: string, faults: readonly unknown[]])[] = [
  [
    "DELETE FROM {}.block WHERE height = 2",
    [
      "Blocks have gaps: 4 rows, heights 0 to 4",
      "Block 3 does not begin right after the transactions of the block below",
      "Transaction 2 is outside its block",
      "Transaction 3 is outside its block",
      "State value account:dx1a at height 2 is outside its block",
    ],
  ],
  [
    "UPDATE {}.block SET tx_count = 3 WHERE height = 2",
    ["Block 3 does not begin right after the transactions of the block below"],
  ],
  [
    "DELETE FROM {}.tx WHERE seq = 3",
    [
      "Transactions have gaps: 7 rows, positions 0 to 7, blocks count 8",
      "List 0/4/0 differs from the transactions, first at position 1",
      "List 5/0/0 differs from the transactions, first at position 1",
      "List 5/0/1 differs from the transactions, first at position 1",
      "List 5/0/2 differs from the transactions, first at position 1",
      "List 5/4/0 differs from the transactions, first at position 1",
    ],
  ],
  ["UPDATE {}.tx SET height = 4 WHERE seq = 3", ["Transaction 3 is outside its block"]],
  [
    "UPDATE {}.tx SET receiver = 99 WHERE seq = 4",
    [
      "Transaction 4 names an account or type that does not exist",
      "List 3/0/0 differs from the transactions, first at position 2",
      "List 3/0/1 differs from the transactions, first at position 2",
      "List 3/1/0 differs from the transactions, first at position 2",
      "List 99/0/0 differs from the transactions, first at position 0",
      "List 99/0/1 differs from the transactions, first at position 0",
      "List 99/1/0 differs from the transactions, first at position 0",
    ],
  ],
  [
    "UPDATE {}.tx SET type = 4 WHERE seq = 4",
    [
      "List 0/1/0 differs from the transactions, first at position 2",
      "List 0/4/0 differs from the transactions, first at position 2",
      "List 2/1/0 differs from the transactions, first at position 2",
      "List 2/4/0 differs from the transactions, first at position 0",
      "List 3/1/0 differs from the transactions, first at position 2",
      "List 3/4/0 differs from the transactions, first at position 0",
    ],
  ],
  ["INSERT INTO {}.name VALUES (99, 'stray')", ["Name stray belongs to no transaction"]],
  [
    "INSERT INTO {}.state (seq, key, height) VALUES (99, 'x', 2)",
    ["State value x at height 2 is outside its block"],
  ],
  [
    "INSERT INTO {}.pending (hash, raw) SELECT hash, raw FROM {}.tx WHERE seq = 3",
    [expect.stringMatching(/^Pending transaction 0x[0-9a-f]{64} is in a block$/)],
  ],
  [
    "DELETE FROM {}.entry WHERE account = 0 AND type = 1 AND seq = 2",
    ["List 0/1/0 differs from the transactions, first at position 2"],
  ],
  [
    "UPDATE {}.entry SET tx = 0 WHERE account = 0 AND type = 1 AND seq = 2",
    ["List 0/1/0 differs from the transactions, first at position 2"],
  ],
  [
    "INSERT INTO {}.entry VALUES (77, 1, 0, 0, 4)",
    ["List 77/1/0 differs from the transactions, first at position 0"],
  ],
  [
    "INSERT INTO {}.entry VALUES (77, 1, 0, 0, 99)",
    ["List 77/1/0 differs from the transactions, first at position 0"],
  ],
  [
    "INSERT INTO {}.event (seq, topic, body) VALUES (1, 'blocks', ''), (2, 'blocks', ''), (4, 'blocks', '')",
    ["Event 3 is missing"],
  ],
  [
    // Those before the mark are of an earlier release.
    `INSERT INTO {}.event (seq, topic, body) VALUES (1, 'blocks', ''), (4, 'blocks', ''), (6, 'blocks', '');
    INSERT INTO {}.epoch (name, first_event) VALUES ('dense', 4)`,
    ["Event 5 is missing"],
  ],
  [
    "UPDATE {}.account SET tx_count = 9 WHERE address = 'dx1a'",
    ["Accounts do not match their transactions and state: 1, for example dx1a"],
  ],
  [
    "UPDATE {}.account SET state = NULL WHERE address <> 'dx1c'",
    ["Accounts do not match their transactions and state: 2, for example dx1a"],
  ],
  [
    "UPDATE {}.account SET first_seen = 9 WHERE address = 'dx1c'",
    ["Accounts do not match their transactions and state: 1, for example dx1c"],
  ],
  [
    "DELETE FROM {}.account WHERE address = 'dx1b'",
    ["There are 2 accounts, the transactions and the state give 3"],
  ],
  [
    "INSERT INTO {}.account VALUES ('dx1z', 0, 9, 9, NULL)",
    [
      "Accounts do not match their transactions and state: 1, for example dx1z",
      "There are 4 accounts, the transactions and the state give 3",
    ],
  ],
  [
    "DELETE FROM {}.tree_node",
    [
      expect.stringMatching(
        /^The state tree does not match the head: its root is 0x\w+, block 4 has 0x\w+$/,
      ),
    ],
  ],
];

/** Tests of the inspection of every store: what it finds is the same in each dialect. */
export function testFaults(open: () => Promise<OpenTables>): void {
  describe("inspect() of a chain finds", () => {
    test("nothing in a sound one, and nothing in an empty one", async () => {
      const { store } = await open();
      expect(await collect(store.inspect())).toEqual([]);
      await store.apply(makeChain());
      expect(await collect(store.inspect())).toEqual([]);
      await store.close();
    });

    test("nothing where columns stand in another order than in a new database", async () => {
      const { store, run } = await open();
      await run(`
        ALTER TABLE {}.account DROP COLUMN tx_count;
        ALTER TABLE {}.account ADD COLUMN tx_count integer NOT NULL DEFAULT 0`);
      await store.apply(makeChain());
      await store.truncate(2);
      expect(await collect(store.inspect())).toEqual([]);
      expect((await store.readAccount("dx1a"))?.txCount).toBe(2);
      await store.close();
    });

    test.each(DAMAGES)("after %s", async (script, faults) => {
      const { store, run } = await open();
      await store.apply(makeChain());
      await run(script);
      expect(await collect(store.inspect())).toEqual(faults);
      await store.close();
    });
  });
}
