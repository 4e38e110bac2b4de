import { onAbort, abortable } from "../transport/internal.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import { checkOption, checkOptions, isFunction, numberOf, SIGNAL } from "../validation/mod.ts";
import { isNonceRefusal, isTooHigh, SignedSubmitter } from "./_signed_submitter.ts";
import type {
  NonceOptions,
  NoncesOptions,
  NonceSubmission,
  SignedForNonce,
} from "./nonces_options.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** Most times that a piece of work is done, each time after another transaction has taken its nonce for good. */
const TRIES = 5;

/**
 * The nonces of one account, for any number of sends at a time.
 *
 * Sends take turns, in the order in which they were asked for: the service refuses a nonce with a gap below it, so one
 * that overtakes another would be refused. The nonce is asked for at the start and after anything that makes it
 * uncertain, and else counted.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { devAccounts, signTransaction } from "alphadelta/devnet";
 * import { Nonces } from "alphadelta/submission";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const [, , , dave] = await devAccounts("delta");
 * if (dave) {
 *   const nonces = new Nonces(delta, dave.address);
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
  readonly #submitter: SignedSubmitter;
  /** Resolves when the turn of the last caller is over. */
  #turnsOver: Promise<void> = Promise.resolve();
  /** The next nonce, if it is certain. */
  #next: number | undefined;
  /** One above the highest nonce that was accepted. */
  #floor = 0;

  /**
   * Counts the nonces of `address`; asks nothing yet.
   *
   * @throws {TypeError} If `address` is no string, or an option is unknown.
   * @throws {RangeError} If an option is out of range.
   */
  constructor(context: SubmissionContext, address: string, options: NoncesOptions = {}) {
    if (typeof address !== "string" || address === "") {
      throw new TypeError("Cannot create nonces: address must be a string");
    }
    const action = "Cannot create nonces";
    const rule = numberOf("from 0", (value) => value >= 0 && value < Infinity);
    checkOptions(action, options, { settleTimeout: rule, pollInterval: rule, resend: rule });
    this.#context = context;
    this.address = address;
    this.#submitter = new SignedSubmitter(context, options);
  }

  /**
   * Signs and submits a transaction with the next nonce.
   *
   * A transaction that was signed and sent once may land as long as its nonce is free: something on the way may have
   * doubled the request, and the copy may be late. So another one is signed in its place on one proof alone: that a
   * transaction with its nonce and another hash is in a block. (Only a reorganisation of that block could undo this.)
   * These outcomes prove nothing:
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
   * @param sign Signs for a nonce. It is called again, with another nonce, only if what it signed before cannot land. What it
   * signs after an abort is not sent.
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
    checkFunction("sign", sign);
    checkOptions("Cannot send", options, { signal: SIGNAL });
    const { signal } = options;
    const work = async (nonce: number): Promise<NonceSubmission> => {
      const signed = await abortable<SignedForNonce>(signal, (resolve, reject) => {
        void Promise.resolve(sign(nonce)).then(resolve, reject);
      });
      return this.#submitter.submit(signed, { from: this.address, nonce }, signal);
    };
    // `submit` has looked for a lost submission already: no further patience.
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
   * After an abort the nonce is given again, and work that goes on has to send nothing. Pass the signal to its submission
   * too: the error of a submission that is aborted under way then comes in the place of the signal's reason.
   *
   * @throws What `work` throws.
   */
  async use<Value>(
    work: (nonce: number) => Promise<Value>,
    options: NonceOptions = {},
  ): Promise<Value> {
    checkFunction("work", work);
    checkOptions("Cannot use a nonce", options, { signal: SIGNAL });
    const { signal } = options;
    const untilAborted = (nonce: number): Promise<Value> =>
      abortable(undefined, (resolve, reject) => {
        void Promise.resolve(work(nonce)).then(resolve, reject);
        // Work that hears the signal too says within this turn of the event loop what it has sent.
        return signal && onAbort(signal, () => setTimeout(() => reject(signal.reason)));
      });
    return this.#takeTurn(untilAborted, this.#submitter.settleTimeout, signal);
  }

  /**
   * Lets callers in one after the other, in the order in which they came. A caller that stops waiting is passed over.
   *
   * @param patience Milliseconds to look for a submission of the work whose answer was lost.
   */
  async #takeTurn<Value>(
    work: (nonce: number) => Promise<Value>,
    patience: number,
    signal: AbortSignal | undefined,
  ): Promise<Value> {
    const before = this.#turnsOver;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    this.#turnsOver = before.then(() => left);
    try {
      await abortable(signal, (resolve) => void before.then(resolve));
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
        const isVoid = await this.#learn(error, nonce, patience, signal);
        if (!isVoid || tries >= TRIES) throw error;
      }
    }
  }

  /** Learns from an error what became of the nonce; tells whether what the work did is void, so that it can be done anew. */
  async #learn(
    error: unknown,
    nonce: number,
    patience: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    this.#next = undefined;
    const refusal = isAlphadeltaError(error, "AmbiguousSubmissionError") ? error.cause : error;
    if (isNonceRefusal(refusal)) {
      // The service knows of a gap: what was accepted before is gone.
      this.#floor = isTooHigh(refusal) ? 0 : Math.max(this.#floor, nonce + 1);
    }
    if (!isAlphadeltaError(error, "AmbiguousSubmissionError")) return false;
    const holder = { from: this.address, nonce };
    const found = await this.#submitter.settle(error, holder, patience, signal);
    if (found?.outcome === "landed" || found?.outcome === "pending") this.#accept(nonce);
    return found?.outcome === "refused";
  }

  #accept(nonce: number): void {
    this.#next = nonce + 1;
    this.#floor = Math.max(this.#floor, nonce + 1);
  }

  async #read(signal: AbortSignal | undefined): Promise<number> {
    const { rpc } = this.#context;
    const { nonce } = await rpc.call("account_getNonce", [this.address], { signal });
    // Where pending transactions are not counted, what was accepted is.
    return Math.max(nonce, this.#floor);
  }
}

function checkFunction(name: string, value: unknown): void {
  checkOption("Cannot use a nonce", name, value ?? null, ["a function of the nonce", isFunction]);
}
