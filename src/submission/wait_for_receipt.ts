import {
  type Evidence,
  isAlphadeltaError,
  NoReceiptError,
  type RpcReceipt,
} from "../errors/mod.ts";
import { type Inspection, inspect } from "./_inspect.ts";
import { isInvalidRequest } from "./send_raw_transaction.ts";
import { checkWaitOptions, readInterval, type WaitOptions, type WaitPlan } from "./_wait_plan.ts";
import { BlockWaiter } from "./_block_waiter.ts";
import { onAbort, SYSTEM_CLOCK, sleep, throwIfAborted } from "../transport/internal.ts";
import type { CallOptions, Clock } from "../transport/mod.ts";
import type { SubmissionContext } from "./submission_context.ts";

export type { WaitOptions } from "./_wait_plan.ts";

const OPERATION = "waitForReceipt";

/** Looks in a row that must find nothing of a transaction that was known, until it counts as dropped. */
const LOOKS_UNTIL_DROPPED = 3;

/** Marks an end by the time limit, in the signal of the questions that are under way. */
const TIME_IS_UP = Symbol("time is up");

/**
 * Waits until a transaction is in a block, and as deep as asked for. It always ends.
 *
 * It looks again on each new block where events tell of blocks, else at intervals. A receipt that goes or moves in a
 * reorganisation is followed: `confirmations` counts from the block that it is in at the end.
 *
 * @returns The receipt. Status 0 is a transaction that failed in its block.
 * @throws {NoReceiptError} If it was replaced or dropped, or if the time is up; with what was found, and which question was
 * not answered by then.
 * @throws {RpcError} If the service does not take the question, as with a hash that is none.
 * @throws {TypeError | RangeError} If an option is wrong. The signal's reason on an abort.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { waitForReceipt } from "alphadelta/submission";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const { items } = await delta.listTransactions({ limit: 1 });
 * const [newest] = items;
 * if (newest) {
 *   const receipt = await waitForReceipt(delta, newest.hash);
 *   console.log(receipt.status);
 * }
 * ```
 */
export async function waitForReceipt(
  context: SubmissionContext,
  txHash: string,
  options: WaitOptions = {},
): Promise<RpcReceipt> {
  const plan = checkWaitOptions(txHash, options);
  throwIfAborted(plan.signal);
  const own = new AbortController();
  const { signal } = plan;
  const release = signal && onAbort(signal, () => own.abort(signal.reason));
  const clock = context.clock ?? SYSTEM_CLOCK;
  const timer = clock.setTimeout(() => own.abort(TIME_IS_UP), plan.timeout);
  const wait = new Wait(context, plan, own.signal);
  try {
    return await wait.run();
  } catch (error) {
    if (own.signal.reason !== TIME_IS_UP || plan.signal?.aborted) throw error;
    throw wait.failure("timeout");
  } finally {
    clock.clearTimeout(timer);
    release?.();
    own.abort();
    wait.close();
  }
}

class Wait {
  readonly #context: SubmissionContext;
  readonly #plan: WaitPlan;
  readonly #signal: AbortSignal;
  /** Options of the questions. */
  readonly #call: CallOptions;
  readonly #clock: Clock;
  readonly #end: number;
  #blockWaiter: BlockWaiter | undefined;
  /** Sender and nonce, as told or as seen. */
  #from: string | undefined;
  #nonce: number | undefined;
  #wasSeen = false;
  #misses = 0;
  #looks = 0;
  #evidence: readonly Evidence[] = [];
  /** The findings of a look that is not over. */
  #underWay: readonly Evidence[] = [];

  constructor(context: SubmissionContext, plan: WaitPlan, signal: AbortSignal) {
    this.#context = context;
    this.#plan = plan;
    this.#signal = signal;
    this.#call = { signal, priority: "watch" };
    this.#clock = context.clock ?? SYSTEM_CLOCK;
    this.#end = this.#clock.now() + plan.timeout;
    this.#from = plan.from;
    this.#nonce = plan.nonce;
  }

  async run(): Promise<RpcReceipt> {
    for (;;) {
      const inspection = await this.#look();
      if (inspection.state === "replaced") throw this.failure("replaced", inspection.replacedBy);
      const missing = inspection.receipt ? await this.#missingBlocks(inspection.receipt) : 1;
      if (inspection.receipt && missing === 0) return inspection.receipt;
      if (this.#misses >= LOOKS_UNTIL_DROPPED) throw this.failure("dropped");
      await this.#waitForBlocks(missing);
    }
  }

  failure(reason: NoReceiptError["reason"], replacedBy?: string): NoReceiptError {
    const { txHash } = this.#plan;
    const { segment } = this.#context;
    const evidence = [...this.#evidence, ...this.#underWay];
    const found = { txHash, replacedBy, evidence };
    return new NoReceiptError(reason, found, { segment, operation: OPERATION });
  }

  close(): void {
    this.#blockWaiter?.close();
  }

  async #look(): Promise<Inspection> {
    const target = { txHash: this.#plan.txHash, from: this.#from, nonce: this.#nonce };
    const evidence: Evidence[] = [];
    this.#underWay = evidence;
    const inspection = await inspect(this.#context, target, this.#call, evidence);
    this.#underWay = [];
    this.#evidence = inspection.evidence;
    this.#looks++;
    const wrong = inspection.evidence.find(({ error }) => isInvalidRequest(error));
    if (wrong) throw wrong.error;
    this.#from = inspection.from ?? this.#from;
    this.#nonce = inspection.nonce ?? this.#nonce;
    const isAbsent = inspection.state === "absent";
    if (!isAbsent) this.#misses = 0;
    else if (this.#wasSeen && !inspection.evidence.some(isFault)) this.#misses++;
    this.#wasSeen ||= !isAbsent;
    return inspection;
  }

  /** Blocks to come until the receipt is deep enough. */
  async #missingBlocks({ blockNumber, blockHash }: RpcReceipt): Promise<number> {
    const { confirmations, txHash } = this.#plan;
    if (confirmations <= 1) return 0;
    const { rpc } = this.#context;
    try {
      const { blockHeight } = await rpc.call("chain_getInfo", [], this.#call);
      const missing = confirmations - (blockHeight - blockNumber + 1);
      if (missing > 0) return missing;
      // The height may be that of another branch than the receipt's.
      const again = await rpc.call("tx_getTransactionReceipt", [txHash], this.#call);
      return again?.blockHash === blockHash ? 0 : 1;
    } catch (error) {
      if (this.#signal.aborted || !isAlphadeltaError(error)) throw error;
      return 1;
    }
  }

  async #waitForBlocks(blocks: number): Promise<void> {
    const clock = this.#clock;
    const progress = { looks: this.#looks, left: Math.max(0, this.#end - clock.now()) };
    const plan = this.#plan;
    const { interval, least } = await readInterval(this.#context, plan, progress, this.#signal);
    this.#blockWaiter ??= new BlockWaiter(
      clock,
      plan.pollInterval === undefined ? this.#context.newBlocks : undefined,
    );
    if (least > 0) await sleep(least, clock, this.#signal);
    await this.#blockWaiter.waitForBlocks(blocks, interval - least, this.#signal);
  }
}

function isFault({ kind }: Evidence): boolean {
  return kind === "fault";
}
