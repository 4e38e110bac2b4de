import { expect, test } from "vitest";
import { eventRender } from "../../../../src/service/api/events/mod.ts";
import {
  PROPOSAL,
  type Proposal,
  SERIAL_NUMBER,
  type ValidatorState,
  VALIDATOR,
} from "../../../../src/service/chain/ledger/mod.ts";
import { hashOf, makeBlock } from "../../chain/store/_blocks.ts";

const VALUE: ValidatorState = {
  name: "Aldebaran",
  stake: 5n,
  delegatedStake: 3n,
  commission: 0.05,
  uptime: 1,
  status: "active",
  turns: "1",
  reliability: 1_000,
  rewardPerStake: 0n,
  rewardPool: 0n,
};

test("the topic validators reports each change of a shown field, only on delta", () => {
  const key = VALIDATOR.key("dx1a");
  const value = VALIDATOR.encode({ ...VALUE, stake: 6n });
  const block = makeBlock(undefined, [], [{ key, value }]);
  const topicsOf = (chain: "alpha" | "delta", before: ValidatorState | undefined): string[] => {
    const read = (): string | undefined => before && VALIDATOR.encode(before);
    return eventRender(chain)
      .block(block, read)
      .map(({ topic }) => topic);
  };
  expect(topicsOf("delta", VALUE)).toEqual(["blocks", "validators"]);
  expect(topicsOf("delta", undefined)).toEqual(["blocks", "validators"]);
  expect(topicsOf("delta", { ...VALUE, stake: 6n, hidden: 1 } as ValidatorState)).toEqual([
    "blocks",
  ]);
  expect(topicsOf("alpha", VALUE)).toEqual(["blocks"]);
  const [, event] = eventRender("delta").block(block, () => undefined);
  expect(JSON.parse(event?.body ?? "")).toMatchObject({ address: "dx1a", stake: "6" });
});

test("the topic proposals reports creation, votes and counts, only on delta", () => {
  const made: Proposal = {
    title: "More turns",
    description: "Long text",
    proposer: "dx1a",
    status: "active",
    votesFor: 0n,
    votesAgainst: 0n,
    votesAbstain: 0n,
    startBlock: 3,
    endBlock: 203,
    deposit: 1_000n,
  };
  const eventsAfter = (before: Proposal | undefined, after: Proposal): unknown[] => {
    const change = { key: PROPOSAL.key("7"), value: PROPOSAL.encode(after) };
    const block = makeBlock(undefined, [], [change]);
    return eventRender("delta")
      .block(block, () => before && PROPOSAL.encode(before))
      .filter(({ topic }) => topic === "proposals")
      .map(({ body }) => JSON.parse(body));
  };
  expect(eventsAfter(undefined, made)).toMatchObject([{ id: 7, status: "active", votesFor: "0" }]);
  expect(eventsAfter(made, { ...made, votesFor: 5n })).toMatchObject([{ id: 7, votesFor: "5" }]);
  expect(eventsAfter(made, { ...made, status: "passed" })).toMatchObject([{ status: "passed" }]);
  expect(eventsAfter(made, { ...made, deposit: 0n })).toEqual([]);
});

test("the topic serial_numbers reports spent records, not those of failed transactions", () => {
  const [spent, kept] = [hashOf("spent"), hashOf("kept")];
  const record = { commitment: hashOf("record"), value: 1n, owner: "ax1a" };
  const changes = [
    { key: SERIAL_NUMBER.key(spent), value: SERIAL_NUMBER.encode({ ...record, spentAt: 0 }) },
    {
      key: SERIAL_NUMBER.key(hashOf("new")),
      value: SERIAL_NUMBER.encode({ ...record, spentAt: null }),
    },
  ];
  const sketch = { from: "ax1a", to: "ax1b", serialNumbers: [kept, spent] };
  const drafts = eventRender("alpha").block(
    makeBlock(undefined, [sketch], changes),
    () => undefined,
  );
  expect(drafts.map(({ topic }) => topic)).toEqual(["blocks", "transactions", "serial_numbers"]);
  expect(JSON.parse(drafts[2]?.body ?? "")).toEqual({ serialNumber: spent, blockNumber: 0 });
  expect(drafts[1]?.about).toEqual({ type: "transfer", from: "ax1a", to: "ax1b" });
});
