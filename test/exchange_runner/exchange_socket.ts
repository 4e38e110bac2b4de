import { WebSocket } from "ws";
import { ExchangeError } from "./exchange_error.ts";

/** Milliseconds that a message is waited for; blocks may have to come by themselves. */
const PATIENCE = 30_000;

/** The WebSocket of one case: opened at its first message, and what comes is read in its order. */
export class ExchangeSocket {
  readonly #url: string | undefined;
  readonly #came: string[] = [];
  #socket: WebSocket | undefined;
  #woken: () => void = () => undefined;

  /** @param url Undefined where the service has no WebSocket. */
  constructor(url: string | undefined) {
    this.#url = url;
  }

  /**
   * Sends a text.
   *
   * @throws {ExchangeError} If the WebSocket cannot be opened.
   */
  async send(text: string): Promise<void> {
    this.#socket ??= await this.#open();
    this.#socket.send(text);
  }

  /**
   * The next message.
   *
   * @throws {ExchangeError} If none comes.
   */
  async next(): Promise<string> {
    const late = Date.now() + PATIENCE;
    while (this.#came.length === 0) {
      if (this.#socket?.readyState !== WebSocket.OPEN || Date.now() >= late)
        throw new ExchangeError("No message came on the WebSocket");
      await new Promise<void>((resolve) => {
        this.#woken = resolve;
        setTimeout(resolve, late - Date.now()).unref();
      });
    }
    return this.#came.shift() ?? "";
  }

  /** Ends the connection. */
  close(): void {
    this.#socket?.terminate();
  }

  async #open(): Promise<WebSocket> {
    if (this.#url === undefined) throw new ExchangeError("The service has no WebSocket");
    const socket = new WebSocket(this.#url);
    socket.on("message", (data) => {
      this.#came.push(String(data));
      this.#woken();
    });
    socket.on("close", () => this.#woken());
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.on("error", (error) => reject(new ExchangeError(error.message, { cause: error })));
    });
    return socket;
  }
}
