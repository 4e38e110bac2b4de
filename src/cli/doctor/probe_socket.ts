import { EventEmitter, once } from "node:events";
import { WebSocket } from "ws";
import { RPC_LIMIT_EXCEEDED } from "../../generated/errors.gen.ts";
import { API_KEY_PARAMETER } from "../../generated/limits.gen.ts";
import { NOTIFICATION_METHOD } from "../../generated/topics.gen.ts";
import { sleep } from "../../transport/internal.ts";
import { parseJson } from "../../argument_text.ts";
import { type Fields } from "../json.ts";
import { fieldsOf } from "./judge.ts";
import { endAfter, LONGEST_ANSWER, TIME_IS_UP, type Wait, waitFor } from "./wait.ts";

/** Milliseconds until what the rate limit refused is tried again. */
const PAUSE = 1_000;
const TRIES = 4;

/** A WebSocket that did not answer in time, unlike one that was refused. */
export class Silence extends Error {}

/** A WebSocket or a call that a limit refused each time; the message says which. */
export class Refusal extends Error {}

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
    // A loss between two calls is told by the next one.
    this.#messages.on("error", () => undefined);
    socket.on("message", (data: Buffer) => this.#receive(data.toString()));
    socket.on("error", () => undefined);
    socket.on("close", (code: number) => this.#lose(`The connection closed with ${code}.`));
  }

  /**
   * Opens a connection; the rate limit may refuse it for a moment.
   *
   * @throws {Silence} If the handshake is not answered in time.
   * @throws {Refusal} If the rate limit refuses it each time.
   * @throws {Error} If it is refused, or the deadline is over.
   */
  static async open(url: string, key: string | undefined, wait: Wait): Promise<ProbeSocket> {
    const target = new URL(url);
    if (key !== undefined) target.searchParams.set(API_KEY_PARAMETER, key);
    for (let attempt = 1; ; attempt++) {
      await wait.turn();
      try {
        const what = `the WebSocket handshake of ${url}`;
        return await waitFor(what, wait, () => ProbeSocket.#connect(target, wait));
      } catch (error) {
        const isBusy = /response: (?:429|503)$/.test((error as Error).message);
        if (!isBusy) throw error;
        if (attempt === TRIES)
          throw new Refusal(`The rate limit refused the WebSocket ${TRIES} times.`);
        await sleep(PAUSE, wait.clock, wait.signal);
      }
    }
  }

  static async #connect(target: URL, wait: Wait): Promise<ProbeSocket> {
    const socket = new WebSocket(target);
    const probe = new ProbeSocket(socket, wait);
    try {
      await withinLimit(wait, (signal) => once(socket, "open", { signal }));
      return probe;
    } catch (error) {
      socket.terminate();
      throw error;
    }
  }

  /**
   * Calls a method.
   *
   * @throws {Silence} If no reply comes in time.
   * @throws {Refusal} If a limit refuses it each time.
   * @throws {Error} If the connection is lost, or the deadline is over.
   */
  async call(method: string, params: readonly unknown[]): Promise<Fields> {
    for (let attempt = 1; ; attempt++) {
      await this.#wait.turn();
      const reply = await this.#send(method, params);
      const { code, message } = fieldsOf(reply.error);
      if (code !== RPC_LIMIT_EXCEEDED) return reply;
      if (attempt === TRIES) throw new Refusal(String(message));
      await sleep(PAUSE, this.#wait.clock, this.#wait.signal);
    }
  }

  /** The first event of each subscription that had one in time. */
  async events(
    ids: ReadonlySet<string>,
    milliseconds: number,
  ): Promise<ReadonlyMap<string, Fields>> {
    const isWhole = (): boolean => [...ids].every((id) => this.#events.has(id));
    try {
      await endAfter(milliseconds, this.#wait, async (signal) => {
        while (!isWhole()) await once(this.#messages, "event", { signal });
      });
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
    const call = `${method} ${JSON.stringify(params)}`;
    return waitFor(`a reply of ${this.#socket.url} to ${call}`, this.#wait, async () => {
      const replied = withinLimit(this.#wait, (signal) =>
        once(this.#messages, String(id), { signal }),
      );
      if (this.#socket.readyState === WebSocket.OPEN)
        this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      else this.#lose("The connection closed.");
      const [reply] = await replied;
      return reply as Fields;
    });
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

/** Ends a wait at the limit of an answer, or at the deadline. */
async function withinLimit<Value>(
  wait: Wait,
  start: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  try {
    return await endAfter(LONGEST_ANSWER, wait, start);
  } catch (error) {
    if (error === TIME_IS_UP) throw new Silence(`no answer within ${LONGEST_ANSWER / 1000} s`);
    throw error;
  }
}
