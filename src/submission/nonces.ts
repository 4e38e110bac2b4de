import {
  type AmbiguousSubmissionError,
  isAmbiguousSubmissionError,
  type Reconciliation,
  RPC_ERRORS,
  type RpcError,
  type SubmittedTransaction,
} from "../errors/mod.ts";
import { ambiguousSubmission } from "./_ambiguous_submission.ts";
import { isRefusal } from "./_is_refusal.ts";
import { readBlockTime } from "./_read_interval.ts";
import { sleep } from "./_sleep.ts";
import { Turns } from "./_turns.ts";
import { type Clock, SYSTEM_CLOCK } from "../transport/mod.ts";
import { sendRawTransaction, type Submission } from "./send_raw_transaction.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** Options of a {@linkcode Nonces}. */
export interface NoncesOptions {
  /**
   * Milliseconds that a submission whose answer was lost holds its nonce while it cannot be found, and that a limit may
   * delay it.
   *
   * @default {30_000}
   */
  readonly settleTimeout?: number;
  /** Milliseconds between looks for such a submission. @default the chain's mean block time */
  readonly pollInterval?: number;
  /**
   * How often `send` submits the same bytes again when a submission whose answer was lost cannot be found within
   * `pollInterval`; after the last time it is looked for during `settleTimeout`. The bytes carry one nonce, so they can be
   * in a block only once. @default {0}
   */
  readonly resend?: number;
}

/** A transaction signed for a nonce. */
export interface SignedForNonce {
  /** The signed transaction in hex. */
  readonly signedTx: string;
  /** Its hash, where the signer knows it. Without it, a submission whose answer was lost stays uncertain. */
  readonly txHash?: string | undefined;
}

/** What `send` resolves to. */
export interface NonceSubmission {
  /** Hash of the transaction. */
  readonly txHash: string;
  /** Its status when it was accepted. */
  readonly status: Submission["status"];
  /** Nonce that it has. */
  readonly nonce: number;
  /** How it is known that it was accepted, where the answer was lost. */
  readonly reconciliation?: Reconciliation;
}

/** Options of one use of a nonce. */
export interface NonceOptions {
  /**
   * Ends it. While it waits for its turn it rejects with the signal's reason, once `send` has sent something with an
   * `AmbiguousSubmissionError`.
   */
  readonly signal?: AbortSignal;
}

/** How often a piece of work is done at most, each time after another transaction has taken its nonce for good. */
const TRIES = 5;

const TOO_LOW: number = RPC_ERRORS.NonceTooLow.code;
const TOO_HIGH: number = RPC_ERRORS.NonceTooHigh.code;
const LIMIT: number = RPC_ERRORS.LimitExceeded.code;
const LIMIT_STATUS = 429;

/** Least seconds until the same bytes are sent again after a limit. */
const LEAST_PAUSE = 1;

/**
 * The nonces of one account, for any number of sends at a time.
 *
 * Sends take turns, in the order in which they were asked for: the service refuses a nonce with a gap below it, so one
 * that overtakes another would be refused. The nonce is asked for at the start and after anything that makes it
 * uncertain, and else counted.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta/chains";
 * import { createRest } from "alphadelta/rest";
 * import { createRpc } from "alphadelta/rpc";
 * import { devAccounts, signTransaction } from "alphadelta/devnet";
 * import { Nonces } from "alphadelta/submission";
 * import { createTransport } from "alphadelta/transport";
 *
 * const endpoints = resolveEndpoints("delta", "http://127.0.0.1:8645");
 * const transport = createTransport();
 * const rest = createRest("delta", endpoints, transport);
 * const rpc = createRpc("delta", endpoints, transport);
 * const [, , , dave] = await devAccounts("delta");
 * if (dave) {
 *   const nonces = new Nonces({ segment: "delta", rest, rpc }, dave.address);
 *   const { txHash } = await nonces.send((nonce) =>
 *     signTransaction(dave, { type: "transfer", to: dave.address, value: 1n, nonce }),
 *   );
 *   console.log(txHash);
 * }
 * ```
 */
export class Nonces {
  /** Address of the account. */
  readonly address: string;
  readonly #context: SubmissionContext;
  readonly #options: NoncesOptions;
  readonly #turns = new Turns();
  /** The next nonce, if it is certain. */
  #next: number | undefined;
  /** One above the highest nonce that was accepted. */
  #floor = 0;

  /**
   * Counts the nonces of `address`; asks nothing yet.
   *
   * @throws {TypeError} If `address` is no text.
   * @throws {RangeError} If an option is out of range.
   */
  constructor(context: SubmissionContext, address: string, options: NoncesOptions = {}) {
    if (typeof address !== "string" || address === "") {
      throw new TypeError("Cannot count nonces: address must be a text");
    }
    for (const name of ["settleTimeout", "pollInterval", "resend"] as const) {
      const value = options[name];
      if (value === undefined || (Number.isFinite(value) && value >= 0)) continue;
      throw new RangeError(`Cannot count nonces: ${name} must be a number from 0, got ${value}`);
    }
    this.#context = context;
    this.address = address;
    this.#options = options;
  }

  /**
   * Signs and submits a transaction with the next nonce.
   *
   * A transaction that was signed and sent once may land as long as its nonce is free: something on the way may have
   * doubled the request, and the copy may be late. So another one is signed in its place on one proof alone: that a
   * transaction with its nonce and another hash is in a block. (Only a reorganisation of that block could undo this.)
   * What proves nothing:
   *
   * - No answer, a 5xx or -32603: it may have been accepted.
   * - -32005 or 429, over a limit: the first copy of the request may have been accepted before.
   * - -32002, nonce too low: what has that nonce may be the first copy of this very transaction.
   * - -32003, nonce too high: a copy is accepted as soon as the gap below is filled, and a transaction that was signed
   *   anew for the lower nonce would be what fills it.
   * - No answer, or `null`, to the question for its hash: a copy may be on its way, or the answering node be behind.
   * - A nonce that the blocks have passed, or that a pending transaction has: it may be this transaction that has it.
   *
   * After such an answer the nonce is held, for at most the settle time, until the transaction is found by its hash, which
   * resolves, or proved void, which signs anew. After -32003 it is looked for once, as waiting fills no gap. After a limit it
   * is looked for once too, and the same bytes are sent again when the limit is over, if that is within the settle time:
   * they are one transaction however often they are sent. Without a `txHash` nothing that is found resolves, since another
   * transaction may have the nonce. Any other refusal of the first request ends the send.
   *
   * @param sign Signs for a nonce. It is called again, with another nonce, only if what it signed before cannot land.
   * @throws {RpcError} If the service refused the transaction, other than for its nonce or a limit; the nonce is given to the next
   * send.
   * @throws {AmbiguousSubmissionError} If it is not known what became of the transaction: with its hash and nonce, and as
   * `cause` what was answered. Where the nonce is still free, the next send takes its place unless it lands after all;
   * `reconcile` says which of them did. Do not pay again before it says `refused`.
   *
   * @example
   * ```ts
   * import { createClient } from "alphadelta";
   * import { devAccounts, signTransaction } from "alphadelta/devnet";
   *
   * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
   * const [alice] = await devAccounts("delta");
   * if (alice) {
   *   const nonces = delta.createNonces(alice.address);
   *   const { txHash } = await nonces.send((nonce) =>
   *     signTransaction(alice, { type: "transfer", to: alice.address, value: 5n, nonce }),
   *   );
   *   console.log(txHash);
   * }
   * ```
   */
  async send(
    sign: (nonce: number) => SignedForNonce | Promise<SignedForNonce>,
    options: NonceOptions = {},
  ): Promise<NonceSubmission> {
    const { signal } = options;
    const work = async (nonce: number): Promise<NonceSubmission> => {
      const signed = await sign(nonce);
      return this.#submit(signed, nonce, signal);
    };
    // What it rejects with was waited for.
    return this.#takeTurn(work, 0, signal);
  }

  /**
   * Does a piece of work with the next nonce, while no other work of this account is done.
   *
   * Where it resolves, the nonce counts as used. Where it rejects, the nonce is given again, unless the error is an
   * `AmbiguousSubmissionError` whose transaction was accepted. The work is done anew only after such an error whose
   * transaction another one has replaced in a block. A refusal because of the nonce (-32002, -32003) is passed on, as the
   * work's own transaction may land after it; the next work gets a nonce that was asked for anew. Let errors of the
   * submission through, so that they are seen here.
   *
   * @throws What `work` throws.
   */
  async use<Value>(
    work: (nonce: number) => Promise<Value>,
    { signal }: NonceOptions = {},
  ): Promise<Value> {
    return this.#takeTurn(work, this.#settleTimeout, signal);
  }

  /** @param patience Milliseconds to look for a submission of the work whose answer was lost. */
  async #takeTurn<Value>(
    work: (nonce: number) => Promise<Value>,
    patience: number,
    signal: AbortSignal | undefined,
  ): Promise<Value> {
    const leave = await this.#turns.enter(signal);
    try {
      return await this.#attempt(work, patience, signal);
    } finally {
      leave();
    }
  }

  async #attempt<Value>(
    work: (nonce: number) => Promise<Value>,
    patience: number,
    signal: AbortSignal | undefined,
  ): Promise<Value> {
    for (let tries = 1; ; tries++) {
      const nonce = this.#next ?? (await this.#read(signal));
      try {
        const value = await work(nonce);
        this.#accept(nonce);
        return value;
      } catch (error) {
        const isStale = await this.#learn(error, nonce, patience, signal);
        if (!isStale || tries >= TRIES) throw error;
      }
    }
  }

  /** Takes from an error what it says of the nonce; tells whether the work can be done anew, as what it did is void. */
  async #learn(
    error: unknown,
    nonce: number,
    patience: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    this.#next = undefined;
    const refusal = isAmbiguousSubmissionError(error) ? error.cause : error;
    if (isNonceRefusal(refusal)) {
      // The service knows of a gap: what was accepted before is gone.
      this.#floor = refusal.code === TOO_HIGH ? 0 : Math.max(this.#floor, nonce + 1);
    }
    if (!isAmbiguousSubmissionError(error)) return false;
    const found = await this.#settle(error, { from: this.address, nonce }, patience, signal);
    if (found?.outcome === "landed" || found?.outcome === "pending") this.#accept(nonce);
    return found?.outcome === "refused";
  }

  /** Submits one signed transaction; from the first answer on that leaves a doubt, it ends by what is found alone. */
  async #submit(
    { signedTx, txHash }: SignedForNonce,
    nonce: number,
    signal: AbortSignal | undefined,
  ): Promise<NonceSubmission> {
    const known = { txHash, from: this.address, nonce };
    const { resend = 0 } = this.#options;
    const end = this.#clock.now() + this.#settleTimeout;
    let doubt: AmbiguousSubmissionError | undefined;
    let resends = 0;
    for (;;) {
      let answer: unknown;
      try {
        const options = { ...known, ...withSignal(signal) };
        const accepted = await sendRawTransaction(this.#context, signedTx, options);
        return { ...accepted, nonce };
      } catch (error) {
        answer = error;
      }
      const answeredAt = this.#clock.now();
      // Once there is a doubt, no refusal of the same bytes tells what became of the first ones.
      if (isAmbiguousSubmissionError(answer)) doubt = answer;
      else if (isDoubtful(answer)) doubt ??= ambiguousSubmission(this.#context, known, answer);
      if (!doubt) throw answer;
      const patience = await this.#patienceFor(answer, resends < resend, signal);
      const found = await this.#settle(doubt, known, patience, signal);
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
    const isAwaited = isAmbiguousSubmissionError(answer) || isTooLow(answer);
    if (!isAwaited || isLimit(answer)) return 0;
    if (!mayResend) return this.#settleTimeout;
    try {
      return Math.min(this.#settleTimeout, await this.#readInterval(signal));
    } catch {
      // The caller's signal: the look that follows ends at once.
      return 0;
    }
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
   * Asks until it is known what became of a submission, or `patience` milliseconds are over; once at least. Nothing where
   * the questions end otherwise, as by an abort: the submission is still uncertain then, and that is what the caller has
   * to know.
   */
  async #settle(
    lost: AmbiguousSubmissionError,
    { from, nonce }: SubmittedTransaction,
    patience: number,
    signal: AbortSignal | undefined,
  ): Promise<Reconciliation | undefined> {
    const end = this.#clock.now() + patience;
    try {
      for (;;) {
        const found = await lost.reconcile({ from, nonce, ...withSignal(signal) });
        const left = end - this.#clock.now();
        if (found.outcome !== "unknown" || left <= 0) return found;
        const interval = await this.#readInterval(signal);
        await sleep(Math.min(left, Math.max(1, interval)), this.#clock, signal);
      }
    } catch {
      return undefined;
    }
  }

  /** Milliseconds between looks. */
  async #readInterval(signal: AbortSignal | undefined): Promise<number> {
    return this.#options.pollInterval ?? readBlockTime(this.#context, signal);
  }

  #accept(nonce: number): void {
    this.#next = nonce + 1;
    this.#floor = Math.max(this.#floor, nonce + 1);
  }

  async #read(signal: AbortSignal | undefined): Promise<number> {
    const { rpc } = this.#context;
    const { nonce } = await rpc.call("account_getNonce", [this.address], withSignal(signal));
    // Where pending transactions are not counted, what was accepted is.
    return Math.max(nonce, this.#floor);
  }

  get #settleTimeout(): number {
    return this.#options.settleTimeout ?? 30_000;
  }

  get #clock(): Clock {
    return this.#context.clock ?? SYSTEM_CLOCK;
  }
}

/** Tells whether an answer proves nothing of a copy of the same request, though it is a refusal. */
function isDoubtful(answer: unknown): boolean {
  return isNonceRefusal(answer) || isLimit(answer);
}

/** The service is too busy for a request; a copy of it may have come before the limit was reached. */
function isLimit(answer: unknown): answer is RpcError {
  return isRefusal(answer) && (answer.code === LIMIT || answer.status === LIMIT_STATUS);
}

/** Milliseconds that a limit lasts. */
function pauseOf({ retryAfter = 0 }: RpcError): number {
  return Math.max(LEAST_PAUSE, retryAfter) * 1_000;
}

/** A refusal because of the nonce that is the service's own: none that something in between quotes. */
function isNonceRefusal(answer: unknown): answer is RpcError {
  return isTooLow(answer) || isTooHigh(answer);
}

function isTooLow(answer: unknown): boolean {
  return isRefusal(answer) && answer.code === TOO_LOW;
}

function isTooHigh(answer: unknown): boolean {
  return isRefusal(answer) && answer.code === TOO_HIGH;
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

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
