import { isLimitStatus } from "../errors/internal.ts";
import {
  type AmbiguousSubmissionError,
  isAlphadeltaError,
  type Reconciliation,
  type RpcError,
} from "../errors/mod.ts";
import {
  RPC_LIMIT_EXCEEDED,
  RPC_NONCE_TOO_HIGH,
  RPC_NONCE_TOO_LOW,
} from "../generated/errors.gen.ts";
import { SYSTEM_CLOCK, sleep } from "../transport/internal.ts";
import type { Clock } from "../transport/mod.ts";
import { ambiguousSubmission } from "./reconcile.ts";
import { isRefusalError, sendRawTransaction } from "./send_raw_transaction.ts";
import { readBlockTime } from "./_wait_plan.ts";
import type { NoncesOptions, NonceSubmission, SignedForNonce } from "./nonces_options.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** An account, and the nonce that its transaction has. */
interface NonceHolder {
  readonly from: string;
  readonly nonce: number;
}

/** Least seconds until the same bytes are sent again after a limit. */
const LEAST_PAUSE = 1;

/** Submits signed transactions one by one, each until it is known what became of it or the settle time is over. */
export class SignedSubmitter {
  /** Milliseconds that a submission whose answer was lost is looked for. */
  readonly settleTimeout: number;
  readonly #context: SubmissionContext;
  readonly #options: NoncesOptions;
  readonly #clock: Clock;

  constructor(context: SubmissionContext, options: NoncesOptions) {
    const { settleTimeout = 30_000 } = options;
    this.settleTimeout = settleTimeout;
    this.#context = context;
    this.#options = options;
    this.#clock = context.clock ?? SYSTEM_CLOCK;
  }

  /** Submits one signed transaction. After the first answer that leaves a doubt, only what is found settles it. */
  async submit(
    { signedTx, txHash }: SignedForNonce,
    { from, nonce }: NonceHolder,
    signal: AbortSignal | undefined,
  ): Promise<NonceSubmission> {
    const known = { txHash, from, nonce };
    const { resend = 0 } = this.#options;
    const end = this.#clock.now() + this.settleTimeout;
    let doubt: AmbiguousSubmissionError | undefined;
    let resends = 0;
    for (;;) {
      let answer: unknown;
      try {
        const accepted = await sendRawTransaction(this.#context, signedTx, { ...known, signal });
        return { ...accepted, nonce };
      } catch (error) {
        answer = error;
      }
      const answeredAt = this.#clock.now();
      // Once there is a doubt, no refusal of the same bytes tells what became of the first ones.
      if (isAlphadeltaError(answer, "AmbiguousSubmissionError")) doubt = answer;
      else if (isDoubtful(answer)) doubt ??= ambiguousSubmission(this.#context, known, answer);
      if (!doubt) throw answer;
      const patience = this.#patienceFor(answer, resends < resend, signal);
      const found = await this.settle(doubt, known, patience, signal);
      const accepted = found && acceptedAs(found, nonce);
      if (accepted) return accepted;
      if (found?.outcome !== "unknown" || isTooHigh(answer)) throw doubt;
      const mayResend = isLimit(answer)
        ? await this.#waitUntil(answeredAt + pauseOf(answer), end, signal)
        : resends++ < resend;
      if (!mayResend) throw doubt;
    }
  }

  /**
   * Milliseconds to look for a transaction after an answer. Nobody fills a gap while this send has its turn, and after a
   * limit the same bytes are sent again instead, so that one look is enough then. Before the same bytes are sent again,
   * the time of a block is enough.
   */
  async #patienceFor(
    answer: unknown,
    mayResend: boolean,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const isAwaited = isAlphadeltaError(answer, "AmbiguousSubmissionError") || isTooLow(answer);
    if (!isAwaited || isLimit(answer)) return 0;
    return mayResend
      ? Math.min(this.settleTimeout, await this.#readInterval(signal))
      : this.settleTimeout;
  }

  /** Waits until `time`, which a limit named; tells whether the same bytes may be sent then. */
  async #waitUntil(time: number, end: number, signal: AbortSignal | undefined): Promise<boolean> {
    if (time > end) return false;
    try {
      await sleep(Math.max(0, time - this.#clock.now()), this.#clock, signal);
    } catch {
      return false;
    }
    return true;
  }

  /**
   * Looks a submission up until it is known what became of it, or `patience` milliseconds are over; at least once.
   *
   * @returns Undefined if the look-ups end otherwise, as by an abort: the submission is still uncertain then.
   */
  async settle(
    lost: AmbiguousSubmissionError,
    { from, nonce }: NonceHolder,
    patience: number | Promise<number>,
    signal: AbortSignal | undefined,
  ): Promise<Reconciliation | undefined> {
    try {
      const timeout = await patience;
      const end = this.#clock.now() + timeout;
      for (;;) {
        const found = await lost.reconcile({ from, nonce, signal });
        const left = end - this.#clock.now();
        if (found.outcome !== "unknown" || left <= 0) return found;
        const interval = await this.#readInterval(signal);
        await sleep(Math.min(left, Math.max(1, interval)), this.#clock, signal);
      }
    } catch {
      return undefined;
    }
  }

  /** Milliseconds between two look-ups. */
  async #readInterval(signal: AbortSignal | undefined): Promise<number> {
    return this.#options.pollInterval ?? readBlockTime(this.#context, signal);
  }
}

/** Tells whether an answer proves nothing of a copy of the same request, though it is a refusal. */
function isDoubtful(answer: unknown): boolean {
  return isNonceRefusal(answer) || isLimit(answer);
}

/** The service is too busy for a request; a copy of it may have come before the limit was reached. */
function isLimit(answer: unknown): answer is RpcError {
  return (
    isRefusalError(answer) && (answer.code === RPC_LIMIT_EXCEEDED || isLimitStatus(answer.status))
  );
}

/** Milliseconds that a limit lasts. */
function pauseOf({ retryAfter = 0 }: RpcError): number {
  return Math.max(LEAST_PAUSE, retryAfter) * 1_000;
}

/** A refusal because of the nonce that is the service's own: none that something in between quotes. */
export function isNonceRefusal(answer: unknown): answer is RpcError {
  return isTooLow(answer) || isTooHigh(answer);
}

function isTooLow(answer: unknown): boolean {
  return isRefusalError(answer) && answer.code === RPC_NONCE_TOO_LOW;
}

export function isTooHigh(answer: unknown): boolean {
  return isRefusalError(answer) && answer.code === RPC_NONCE_TOO_HIGH;
}

/** By the nonce alone, it may be another transaction that was found. */
function acceptedAs(found: Reconciliation, nonce: number): NonceSubmission | undefined {
  const { outcome, basis, txHash, receipt } = found;
  if (basis !== "hash" || txHash === undefined) return undefined;
  if (outcome !== "landed" && outcome !== "pending") return undefined;
  const landed = receipt?.status === 0 ? "failed" : "confirmed";
  const status = outcome === "landed" ? landed : outcome;
  return { txHash, status, nonce, reconciliation: found };
}
