import { beforeEach, describe, expect, test } from "vitest";

import { GAS_PRICE_FLOOR, gasNeeded } from "../../../../src/devnet/internal.ts";
import {
  ACCOUNT,
  blockKeys,
  createWorkingState,
  DUE,
  earnedSince,
  ENDED,
  NO_STAKE,
  PROPOSAL,
  PROPOSAL_DEPOSIT,
  PROPOSALS,
  type Stake,
  STAKE,
  SUPPLY,
  TOKEN,
  TOKEN_BALANCE,
  TOKENS,
  UNBONDING_BLOCKS,
  type ValidatorState,
  VALIDATOR,
  VALIDATORS,
  VOTE,
  VOTING_BLOCKS,
} from "../../../../src/service/chain/ledger/mod.ts";
import { devPair, TestChain } from "./_fixtures.ts";
import { prepare } from "./_random_traffic.ts";

type Payload = Readonly<Record<string, unknown>> & { readonly type: string };

const NATIVE = 10n ** 18n;

let chain: TestChain;
let alice: string;
let bob: string;

beforeEach(async () => {
  chain = await TestChain.open("delta");
  const pair = await devPair("delta");
  alice = pair.alice.address;
  bob = pair.bob.address;
});

/** Puts a transaction into a block of its own, or more of them into one. */
function run(from: string, ...payloads: Payload[]) {
  const first = chain.account(from).nonce;
  const transactions = payloads.map((payload, index) =>
    prepare("delta", { from, nonce: first + index, gasPrice: GAS_PRICE_FLOOR, ...payload }),
  );
  const { executed, changes } = chain.produce(...transactions);
  expect(executed).toHaveLength(payloads.length);
  return { executed, keys: changes.map(({ key }) => key), status: executed.at(-1)?.status };
}

function feeOf(payload: Payload): bigint {
  return gasNeeded("delta", payload as never) * GAS_PRICE_FLOOR;
}

function validators(): string[] {
  return [...(chain.state.get(VALIDATORS)?.addresses ?? [])];
}

function validatorNamed(name: string): string {
  const found = validators().find((address) => validatorOf(address).name === name);
  if (!found) throw new Error(`No validator ${name}`);
  return found;
}

function validatorOf(address: string): ValidatorState {
  const validator = chain.state.get(VALIDATOR, address);
  if (!validator) throw new Error(`No validator ${address}`);
  return validator;
}

function stakeOf(address: string): Stake {
  return chain.state.get(STAKE, address) ?? NO_STAKE;
}

/** State keys that a failed transaction may change: its sender's account, besides those of every block. */
function expectNothingBut(result: ReturnType<typeof run>, sender: string): void {
  const producer = chain.head.block.validator;
  const everyBlock = [SUPPLY.key(), ACCOUNT.key(producer)];
  const others = result.keys.filter(
    (key) => !everyBlock.includes(key) && !key.startsWith("validator:"),
  );
  expect(result.status).toBe("failed");
  expect(result.executed.at(-1)?.logs).toEqual([]);
  expect(others).toEqual([ACCOUNT.key(sender)]);
}

describe("token_transfer", () => {
  test("moves tokens and leaves native balances alone, but for the fee", () => {
    const [contract = ""] = chain.state.get(TOKENS)?.contracts ?? [];
    const holds = (owner: string): bigint =>
      chain.state.get(TOKEN_BALANCE, `${contract}:${owner}`)?.balance ?? 0n;
    const [mine, yours, balance] = [holds(alice), holds(bob), chain.account(alice).balance];
    const payload = { type: "token_transfer", contract, to: bob, value: 7n };
    const { executed } = run(alice, payload);
    expect([holds(alice), holds(bob)]).toEqual([mine - 7n, yours + 7n]);
    expect(chain.account(alice).balance).toBe(balance - feeOf(payload));
    const data = { from: alice, to: bob, value: "7" };
    expect(executed).toMatchObject([
      {
        to: bob,
        value: 0n,
        status: "success",
        logs: [{ index: 0, address: contract, event: "TokenTransfer", data }],
      },
    ]);
    run(alice, { ...payload, to: alice, value: mine - 7n });
    expect(holds(alice)).toBe(mine - 7n);
  });

  test("fails beyond the balance and for an unknown token", () => {
    const [contract = ""] = chain.state.get(TOKENS)?.contracts ?? [];
    const { supply = 0n } = chain.state.get(TOKEN, contract) ?? {};
    const payload = { type: "token_transfer", contract, to: bob, value: supply };
    expectNothingBut(run(alice, payload), alice);
    expectNothingBut(run(alice, { ...payload, contract: bob, value: 0n }), alice);
  });
});

describe("delegate and undelegate", () => {
  test("move a balance into a stake, which weighs at once, and add to it", () => {
    const address = validatorNamed("Deneb");
    const { staked = 0n } = chain.state.get(SUPPLY) ?? {};
    const before = chain.account(alice).balance;
    const payload = { type: "delegate", validator: address, value: 5n * NATIVE };
    const { executed } = run(alice, payload, payload);
    const move = { to: address, value: 5n * NATIVE, status: "success" };
    expect(executed).toMatchObject([move, move]);
    expect(stakeOf(alice)).toMatchObject({ validator: address, amount: 10n * NATIVE });
    expect(validatorOf(address)).toMatchObject({ delegatedStake: 10n * NATIVE });
    expect(chain.state.get(SUPPLY)?.staked).toBe(staked + 10n * NATIVE);
    expect(chain.account(alice).balance).toBe(before - 10n * NATIVE - 2n * feeOf(payload));
  });

  test("let a validator add to its own stake", () => {
    const address = chain.validator;
    chain.produce();
    const { stake } = validatorOf(address);
    expect(run(address, { type: "delegate", validator: address, value: 3n }).status).toBe(
      "success",
    );
    expect(validatorOf(address)).toMatchObject({ stake: stake + 3n, delegatedStake: 0n });
    expect(stakeOf(address).amount).toBe(stake + 3n);
  });

  test("fail with another validator while something is staked, and work once nothing is", () => {
    const [first = "", second = ""] = validators();
    run(alice, { type: "delegate", validator: first, value: 9n });
    expectNothingBut(run(alice, { type: "delegate", validator: second, value: 1n }), alice);
    run(alice, { type: "undelegate", value: 9n });
    expect(stakeOf(alice)).toMatchObject({ validator: null, amount: 0n, unbonding: 9n });
    expect(run(alice, { type: "delegate", validator: second, value: 1n }).status).toBe("success");
    expect(stakeOf(alice)).toMatchObject({ validator: second, amount: 1n, unbonding: 9n });
  });

  test("fail with an unknown validator, beyond the balance, and beyond the stake", () => {
    const [validator = ""] = validators();
    expectNothingBut(run(alice, { type: "delegate", validator: bob, value: 1n }), alice);
    const { balance } = chain.account(alice);
    expectNothingBut(run(alice, { type: "delegate", validator, value: balance }), alice);
    expectNothingBut(run(alice, { type: "undelegate", value: 1n }), alice);
    run(alice, { type: "delegate", validator, value: 9n * NATIVE });
    // Rewards have come in by then, and a failed transaction does not even count them.
    chain.skipTo(60);
    expectNothingBut(run(alice, { type: "undelegate", value: 9n * NATIVE + 1n }), alice);
    expect(stakeOf(alice).rewards).toBe(0n);
  });

  test("pay out when the unbonding period is over, each amount at its own height", () => {
    const [validator = ""] = validators();
    run(alice, { type: "delegate", validator, value: 100n });
    run(alice, { type: "undelegate", value: 10n }, { type: "undelegate", value: 20n });
    const first = chain.head.block.height + UNBONDING_BLOCKS;
    chain.produce();
    run(alice, { type: "undelegate", value: 40n });
    const last = chain.head.block.height + UNBONDING_BLOCKS;
    expect(stakeOf(alice)).toMatchObject({ amount: 30n, unbonding: 70n, unbondingUntil: last });
    const { balance } = chain.account(alice);
    chain.skipTo(first - 1);
    expect(chain.account(alice).balance).toBe(balance);
    chain.produce();
    expect(chain.account(alice).balance).toBe(balance + 30n);
    expect(stakeOf(alice)).toMatchObject({ unbonding: 40n, unbondingUntil: last });
    chain.skipTo(last);
    expect(chain.account(alice).balance).toBe(balance + 70n);
    expect(stakeOf(alice)).toMatchObject({ amount: 30n, unbonding: 0n, unbondingUntil: null });
    expect(chain.state.get(DUE, String(last))).toBeUndefined();
    expect([...chain.values.keys()].filter((key) => key.startsWith("unbonding:"))).toEqual([]);
  });
});

describe("claim_rewards", () => {
  test("pays what a stake earned in proportion, and nothing twice", () => {
    const address = validatorNamed("Aldebaran");
    const { stake, rewardPerStake } = validatorOf(address);
    run(alice, { type: "delegate", validator: address, value: 1_000_000n * NATIVE - NATIVE });
    run(bob, { type: "delegate", validator: address, value: 500_000n * NATIVE });
    const entered = stakeOf(bob).checkpoint;
    expect(entered >= rewardPerStake).toBe(true);
    chain.skipTo(40);
    const validator = validatorOf(address);
    const earned = earnedSince(stakeOf(bob), validator);
    const total = (stake + validator.delegatedStake) / NATIVE;
    const taken = chain.head.block.height;
    expect(earned > 0n).toBe(true);
    expect(earned < (BigInt(taken) * 500_000n * NATIVE) / total).toBe(true);
    const { balance } = chain.account(bob);
    const { executed } = run(bob, { type: "claim_rewards" });
    const fee = feeOf({ type: "claim_rewards" });
    expect(chain.account(bob).balance).toBe(balance + earned - fee);
    expect(executed[0]?.logs).toMatchObject([
      { address: bob, event: "RewardsClaimed", data: { value: earned.toString() } },
    ]);
    if (chain.head.block.validator !== address) {
      expectNothingBut(run(bob, { type: "claim_rewards" }), bob);
    }
    // Equal stake for equal time earns the same: what is staked later earns from then on alone.
    expect(earnedSince(stakeOf(alice), validator) > earned).toBe(true);
  });

  test("fails without a stake", () => {
    expectNothingBut(run(alice, { type: "claim_rewards" }), alice);
  });

  test("gives the validator its commission and the stakers the rest of the issue", () => {
    const address = chain.validator;
    const { commission, stake } = validatorOf(address);
    chain.produce();
    const { rewardPool, rewardPerStake } = validatorOf(address);
    const kept = (NATIVE * BigInt(Math.round(commission * 10_000))) / 10_000n;
    expect(chain.account(address).balance).toBe(kept);
    expect(rewardPool).toBe(NATIVE - kept);
    const own = earnedSince(stakeOf(address), { rewardPerStake });
    expect(rewardPool - own < 1_000n && own <= rewardPool).toBe(true);
    expect(stakeOf(address).amount).toBe(stake);
  });
});

describe("propose and vote", () => {
  const proposal = { type: "propose", title: "More", description: "Of everything" };
  const ballot = (choice: string) => ({ type: "vote", proposal: 1, choice });

  function open(): { endBlock: number } {
    run(alice, proposal);
    return { endBlock: chain.head.block.height + VOTING_BLOCKS };
  }

  test("take a deposit and open a vote that others can find", () => {
    const { balance } = chain.account(alice);
    const { endBlock } = open();
    expect(chain.account(alice).balance).toBe(balance - PROPOSAL_DEPOSIT - feeOf(proposal));
    expect(chain.state.get(PROPOSALS)).toEqual({ total: 1, passed: 0, rejected: 0 });
    expect(chain.state.get(PROPOSAL, "1")).toEqual({
      title: "More",
      description: "Of everything",
      proposer: alice,
      status: "active",
      votesFor: 0n,
      votesAgainst: 0n,
      votesAbstain: 0n,
      startBlock: 1,
      endBlock,
      deposit: PROPOSAL_DEPOSIT,
    });
  });

  test("fail when the deposit cannot be paid", () => {
    const { balance } = chain.account(alice);
    const value = balance - PROPOSAL_DEPOSIT;
    const { executed } = run(alice, { type: "transfer", to: bob, value }, proposal);
    expect(executed[1]?.status).toBe("failed");
    expect(chain.state.get(PROPOSALS)?.total).toBe(0);
  });

  test("count a vote once by the stake of that moment", () => {
    const [validator = ""] = validators();
    run(bob, { type: "delegate", validator, value: 30n });
    open();
    expectNothingBut(run(alice, ballot("for")), alice);
    expect(run(bob, ballot("against")).status).toBe("success");
    expectNothingBut(run(bob, ballot("for")), bob);
    expectNothingBut(run(bob, { ...ballot("for"), proposal: 2 }), bob);
    run(bob, { type: "undelegate", value: 10n });
    expect(chain.state.get(PROPOSAL, "1")).toMatchObject({ votesFor: 0n, votesAgainst: 30n });
    expect(chain.state.get(VOTE, `1:${bob}`)).toEqual({ choice: "against", weight: 30n });
  });

  test.each([
    ["passed", { for: ["Aldebaran"], against: ["Bellatrix"] }, true],
    ["rejected", { for: ["Bellatrix"], against: ["Aldebaran"] }, true],
    ["rejected", { abstain: ["Aldebaran", "Bellatrix"] }, true],
    ["passed", { for: ["Electra"], abstain: ["Aldebaran"] }, true],
    ["rejected", { for: ["Fomalhaut"] }, false],
    ["rejected", {}, false],
  ] as const)("end as %s with %o", (status, votes, isReturned) => {
    const { endBlock } = open();
    for (const [choice, names] of Object.entries(votes)) {
      for (const address of names.map(validatorNamed)) {
        if (chain.account(address).balance === 0n) {
          run(bob, { type: "transfer", to: address, value: NATIVE });
        }
        expect(run(address, ballot(choice)).status).toBe("success");
      }
    }
    chain.skipTo(endBlock - 1);
    expect(chain.state.get(PROPOSAL, "1")?.status).toBe("active");
    const { balance } = chain.account(alice);
    chain.produce();
    expect(chain.state.get(PROPOSAL, "1")).toMatchObject({ status, deposit: 0n });
    expect(chain.account(alice).balance - balance).toBe(isReturned ? PROPOSAL_DEPOSIT : 0n);
    expect(chain.state.get(PROPOSALS)).toEqual({ total: 1, passed: 0, rejected: 0, [status]: 1 });
    expect(chain.state.get(ENDED[status], "0")).toEqual({ id: 1 });
    expectNothingBut(run(validatorNamed("Capella"), ballot("for")), validatorNamed("Capella"));
    expect(chain.holdings()).toBe(chain.supply());
  });
});

test("Validators that miss their turns become inactive, and active again when they are back", () => {
  const address = validatorNamed("Fomalhaut");
  const seen: string[] = [];
  for (let height = 1; height <= 2_000; height++) {
    chain.produce();
    const { status, uptime, turns } = validatorOf(address);
    if (seen.at(-1) !== status) seen.push(status);
    expect(uptime).toBe((turns.split("1").length - 1) / turns.length);
    if (status === "inactive") expect(chain.head.block.validator).not.toBe(address);
  }
  expect(seen.slice(0, 2)).toEqual(["active", "inactive"]);
  const back = { ...validatorOf(address), reliability: 1_000 };
  chain.values.set(VALIDATOR.key(address), VALIDATOR.encode(back));
  chain.skipTo(2_200);
  expect(validatorOf(address).status).toBe("active");
});

test("A block reads only the entries due at its height", () => {
  const [validator = ""] = validators();
  run(alice, { type: "delegate", validator, value: 100n });
  run(alice, { type: "undelegate", value: 10n }, { type: "propose", title: "T", description: "" });
  const due = chain.head.block.height + UNBONDING_BLOCKS;
  chain.skipTo(due - 1);
  const options = {
    chain: "delta",
    parent: chain.head.block,
    validator: chain.validator,
    transactions: [],
  } as const;
  const keys = blockKeys(options, chain.state);
  expect(keys).toContain(`unbonding:${due}:${alice}`);
  expect(keys).toContain("proposal:1");
  expect(() => createWorkingState(keys, chain.values).get(ACCOUNT, bob)).toThrow(
    "it was not among the keys",
  );
});
