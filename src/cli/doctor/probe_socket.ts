import { EventEmitter, once } from "node:events";
import { WebSocket } from "ws";
import { RPC_LIMIT_EXCEEDED } from "../../generated/errors.gen.ts";
import { API_KEY_PARAMETER } from "../../generated/limits.gen.ts";
import { NOTIFICATION_METHOD } from "../../generated/topics.gen.ts";
import { sleep } from "../../transport/internal.ts";
import { parseJson } from "../../argument_text.ts";
import { fieldsOf } from "../../validation/mod.ts";
import { type Fields } from "../json.ts";
import { LONGEST_ANSWER, type Wait, waitFor } from "./wait.ts";

/** Milliseconds before a retry after a refusal by the rate limit. */
const PAUSE = 1_000;
const TRIES = 4;

/** A limit refused a WebSocket or a call at every try; the message names the limit. */
export class RefusedCall extends Error {}

/**
 * A WebSocket that sends one call at a time, and keeps the first event of each subscription.
 *
 * It is of `ws`, since the runtime's own can wait for minutes: for a handshake, and for the other side to close.
 */
export class ProbeSocket {
  readonly #socket: WebSocket;
  readonly #wait: Wait;
  readonly #events = new Map<string, Fields>();
  /** Emits replies by their ids, `event` for each notification, and `error` where the connection is lost. */
  readonly #messages = new EventEmitter();
  #id = 0;

  private constructor(socket: WebSocket, wait: Wait) {
    this.#socket = socket;
    this.#wait = wait;
    // A connection lost between two calls fails the next call.
    this.#messages.on("error", () => undefined);
    socket.on("message", (data: Buffer) => this.#receive(data.toString()));
    socket.on("error", () => undefined);
    socket.on("close", (code: number) => this.#lose(`The connection closed with ${code}.`));
  }

  /**
   * Opens a connection; the rate limit may refuse it for a moment.
   *
   * @throws {SilenceError} If the handshake is not answered in time.
   * @throws {RefusedCall} If the rate limit refuses it each time.
   * @throws {Error} If it is refused, or the deadline is over.
   */
  static async open(url: string, key: string | undefined, wait: Wait): Promise<ProbeSocket> {
    const target = new URL(url);
    if (key !== undefined) target.searchParams.set(API_KEY_PARAMETER, key);
    return inTurn(wait, async () => {
      const socket = new WebSocket(target);
      const probe = new ProbeSocket(socket, wait);
      try {
        const what = `the WebSocket handshake of ${url}`;
        await waitFor(what, wait, (signal) => once(socket, "open", { signal }), LONGEST_ANSWER);
        return probe;
      } catch (error) {
        socket.terminate();
        if (!/response: (?:429|503)$/.test((error as Error).message)) throw error;
        return new RefusedCall(`The rate limit refused the WebSocket ${TRIES} times.`);
      }
    });
  }

  /**
   * Calls a method.
   *
   * @throws {SilenceError} If no reply comes in time.
   * @throws {RefusedCall} If a limit refuses it each time.
   * @throws {Error} If the connection is lost, or the deadline is over.
   */
  call(method: string, params: readonly unknown[]): Promise<Fields> {
    return inTurn(this.#wait, async () => {
      const reply = await this.#send(method, params);
      const { code, message } = fieldsOf(reply.error);
      return code === RPC_LIMIT_EXCEEDED ? new RefusedCall(String(message)) : reply;
    });
  }

  /** The first event of each subscription that had one in time. */
  async events(
    what: string,
    ids: ReadonlySet<string>,
    milliseconds: number,
  ): Promise<ReadonlyMap<string, Fields>> {
    const isWhole = (): boolean => [...ids].every((id) => this.#events.has(id));
    const gather = async (signal: AbortSignal): Promise<void> => {
      while (!isWhole()) await once(this.#messages, "event", { signal });
    };
    try {
      await waitFor(what, this.#wait, gather, milliseconds);
    } catch {
      // The time is over, or the connection is lost: the events so far are returned.
    }
    return this.#events;
  }

  /** Ends the connection, without waiting for the other side. */
  close(): void {
    this.#socket.terminate();
  }

  #send(method: string, params: readonly unknown[]): Promise<Fields> {
    const id = ++this.#id;
    const what = `a reply of ${this.#socket.url} to ${method} ${JSON.stringify(params)}`;
    const exchange = async (signal: AbortSignal): Promise<Fields> => {
      const replied = once(this.#messages, String(id), { signal });
      if (this.#socket.readyState === WebSocket.OPEN)
        this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      else this.#lose("The connection closed.");
      const [reply] = await replied;
      return reply as Fields;
    };
    return waitFor(what, this.#wait, exchange, LONGEST_ANSWER);
  }

  #receive(text: string): void {
    const message = fieldsOf(parseJson(text));
    if (typeof message.id === "number") this.#messages.emit(String(message.id), message);
    const params = fieldsOf(message.params);
    if (message.method !== NOTIFICATION_METHOD || typeof params.subscription !== "string") return;
    if (!this.#events.has(params.subscription)) this.#events.set(params.subscription, params);
    this.#messages.emit("event");
  }

  #lose(reason: string): void {
    this.#messages.emit("error", new Error(reason));
  }
}

/** Repeats an attempt that the rate limit refuses, within that limit, up to {@linkcode TRIES} times. */
async function inTurn<Value>(
  { turn, clock, signal }: Wait,
  attempt: () => Promise<Value | RefusedCall>,
): Promise<Value> {
  for (let count = 1; ; count++) {
    await turn();
    const outcome = await attempt();
    if (!(outcome instanceof RefusedCall)) return outcome;
    if (count === TRIES) throw outcome;
    await sleep(PAUSE, clock, signal);
  }
}
