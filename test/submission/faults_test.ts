import { expect, test } from "vitest";
import {
  isAmbiguousSubmissionError,
  isNoReceiptError,
  isRpcError,
  type Reconciliation,
} from "../../src/errors/mod.ts";
import type { Nonces } from "../../src/submission/mod.ts";
import { IS_WHOLE } from "../_suites.ts";
import type { Fault } from "./http_fault_proxy.ts";
import { openWorld, type World } from "./_world.ts";

/** Submissions of the run; `npm run test:faults` makes it longer. */
const COUNT = process.env.FAULTS === "long" ? 1_000 : IS_WHOLE ? 100 : 50;
const SEED = Number(process.env.FAULT_SEED ?? 1);
const ACCOUNTS = 6;
const LONG = { timeout: COUNT * 200 + 20_000 };

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SUBMISSION_FAULTS: readonly Fault["kind"][] = [
  "drop",
  "lose",
  "cut",
  "late",
  "delay",
  "duplicate",
  "badGateway",
  "lostGateway",
  "internal",
];
const READ_FAULTS: readonly Fault["kind"][] = ["drop", "lose", "cut", "badGateway", "delay"];

/** Fate of one signed transaction, as far as it was told. */
interface Told {
  readonly txHash: string;
  outcome: "accepted" | "refused" | Reconciliation["outcome"];
  reconcile?: () => Promise<{ readonly outcome: Reconciliation["outcome"] }>;
}

interface Report {
  readonly faults: Record<string, number>;
  readonly outcomes: Record<string, number>;
  readonly waits: Record<string, number>;
  readonly reconciled: Record<string, number>;
}

function count(table: Record<string, number>, key: string): void {
  table[key] = (table[key] ?? 0) + 1;
}

/** A plan that follows from the seed: about half of the submissions and a tenth of the reads meet a fault. */
function planOf(seed: number, report: Report): World["plan"] {
  const random = randomOf(seed);
  return ({ method }) => {
    const isSubmission = method === "tx_sendRawTransaction";
    const kinds = isSubmission ? SUBMISSION_FAULTS : READ_FAULTS;
    const meets = random() < (isSubmission ? 0.5 : 0.1);
    const kind = kinds[Math.floor(random() * kinds.length)] ?? "none";
    const fault = { kind: meets ? kind : "none", ms: 2 + Math.floor(random() * 20) } as Fault;
    count(report.faults, `${isSubmission ? "submission" : "read"} ${fault.kind}`);
    return fault;
  };
}

class Run {
  readonly told: Told[] = [];
  readonly report: Report = { faults: {}, outcomes: {}, waits: {}, reconciled: {} };
  readonly #world: World;
  readonly #random = randomOf(SEED + 1);
  readonly #nonces: readonly Nonces[];

  constructor(world: World) {
    this.#world = world;
    const options = { pollInterval: 3, settleTimeout: 30 };
    this.#nonces = world.accounts
      .slice(0, ACCOUNTS)
      .map(({ address }) => world.client.createNonces(address, options));
  }

  /** One submission: its nonce is kept by the helper, its answer and its wait are taken down. */
  async submit(value: number): Promise<void> {
    const index = Math.floor(this.#random() * ACCOUNTS);
    const timeout = 15 + Math.floor(this.#random() * 200);
    const nonces = this.#nonces[index];
    const signed: (Told & { readonly from: string; readonly nonce: number })[] = [];
    await nonces
      ?.use(async (nonce) => {
        const { signedTx, txHash } = await this.#world.sign(nonce, index, BigInt(value + 1));
        const from = nonces.address;
        const told: (typeof signed)[number] = { txHash, from, nonce, outcome: "unknown" };
        signed.push(told);
        const options = { txHash, from, nonce, timeout };
        await this.#world.client.sendRawTransaction(signedTx, options).then(
          () => (told.outcome = "accepted"),
          (error: unknown) => this.#takeDown(error, told),
        );
      })
      .catch(() => undefined);
    this.told.push(...signed);
    await Promise.all(signed.map((told) => this.#wait(told.txHash, told, timeout)));
  }

  #takeDown(error: unknown, told: Told): never {
    if (isAmbiguousSubmissionError(error)) told.reconcile = () => error.reconcile();
    else if (isRpcError(error)) told.outcome = "refused";
    throw error;
  }

  /** Half of the waits know sender and nonce. */
  async #wait(
    txHash: string,
    { from, nonce }: { readonly from: string; readonly nonce: number },
    timeout: number,
  ): Promise<void> {
    const known = timeout % 2 === 0 ? { from, nonce } : {};
    const end = await this.#world.client
      .waitForReceipt(txHash, { ...known, timeout: timeout * 5, pollInterval: 10 })
      .then(
        ({ status }) => `status ${status}`,
        (error: unknown) => (isNoReceiptError(error) ? error.reason : String(error)),
      );
    count(this.report.waits, end);
  }
}

async function keepProducing(world: World, until: Promise<unknown>): Promise<void> {
  const end = new AbortController();
  void until.finally(() => end.abort());
  for (let height = 0; !end.signal.aborted; height++) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    await world.service.produceBlock("delta");
    if (height % 20 === 19) await world.service.reorganise("delta", 2);
  }
}

test(
  "every transaction is in a block at most once, every wait ends, every reconciliation is right",
  async () => {
    const started = performance.now();
    const world = await openWorld();
    const run = new Run(world);
    world.plan = planOf(SEED, run.report);
    const all = Promise.all(Array.from({ length: COUNT }, (_, value) => run.submit(value)));
    await Promise.all([all, keepProducing(world, all)]);
    await world.proxy.drain();
    await world.service.produceBlock("delta");
    world.plan = () => ({ kind: "none" });

    const counts = await world.countInBlocks();
    const wrong: string[] = [];
    for (const told of run.told) {
      const { txHash } = told;
      const times = counts.get(txHash) ?? 0;
      if (times > 1) wrong.push(`${txHash} is in blocks ${times} times`);
      const found = told.reconcile ? (await told.reconcile()).outcome : told.outcome;
      if (told.reconcile) count(run.report.reconciled, found);
      count(run.report.outcomes, told.reconcile ? "uncertain" : told.outcome);
      const isIn = found === "accepted" || found === "landed";
      if (isIn !== (times === 1)) wrong.push(`${txHash}: ${found}, in blocks ${times} times`);
    }
    const sent = new Map<string, number>();
    for (const { body } of world.submissions()) sent.set(body, (sent.get(body) ?? 0) + 1);
    const holes = await findHoles(world);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(
      `${COUNT} submissions, seed ${SEED}, ${seconds} s: ${JSON.stringify(run.report, null, 1)}`,
    );
    await world.close();

    expect(wrong).toEqual([]);
    expect(holes).toEqual([]);
    // At most one request for each transaction that was signed, since no layer sends again.
    expect(world.submissions().length).toBeLessThanOrEqual(run.told.length);
    expect(Math.max(...sent.values())).toBe(1);
    const waits = Object.values(run.report.waits).reduce((sum, value) => sum + value, 0);
    expect(waits).toBe(run.told.length);
    const known = ["status 1", "replaced", "dropped", "timeout"];
    expect(known).toEqual(expect.arrayContaining(Object.keys(run.report.waits)));
    expect(run.report.reconciled["landed"]).toBeGreaterThan(0);
  },
  LONG.timeout,
);

/** Accounts whose nonces in the blocks are not 0, 1, 2 and so on. */
async function findHoles(world: World): Promise<string[]> {
  const holes: string[] = [];
  for (const { address } of world.accounts.slice(0, ACCOUNTS)) {
    const list = world.direct.listAccountTransactions(address, { direction: "out", limit: 100 });
    const nonces = (await list.toArray({ limit: 100_000 })).map(({ nonce }) => nonce).toReversed();
    if (nonces.some((nonce, index) => nonce !== index)) holes.push(`${address}: ${nonces}`);
  }
  return holes;
}
