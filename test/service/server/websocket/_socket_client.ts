import { WebSocket } from "ws";

/** An event as it came. */
export interface Notification {
  readonly subscription: string;
  readonly result: Record<string, unknown>;
  readonly cursor: string;
}

/** A reply as it came. */
export interface Reply {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string };
}

/** A WebSocket client by hand, of nothing but `ws`. */
export class SocketClient {
  readonly socket: WebSocket;
  readonly events: Notification[] = [];
  readonly replies: (Reply | Reply[])[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  #changed: () => void = () => undefined;
  #calls = 0;

  constructor(url: string, options: { headers?: Record<string, string>; autoPong?: boolean } = {}) {
    this.socket = new WebSocket(url, options);
    this.socket.on("message", (data) => this.#take(String(data)));
    this.closed = new Promise((resolve) => {
      this.socket.once("close", (code, reason) => resolve({ code, reason: String(reason) }));
    });
    this.socket.on("error", () => undefined);
  }

  /** Connects to a segment of a service. */
  static async open(
    origin: string,
    segment: string,
    options: { headers?: Record<string, string>; autoPong?: boolean; query?: string } = {},
  ): Promise<SocketClient> {
    const url = `${origin.replace("http", "ws")}/ws/${segment}${options.query ?? ""}`;
    const client = new SocketClient(url, options);
    await new Promise<void>((resolve, reject) => {
      client.socket.once("open", resolve);
      client.socket.once("error", reject);
    });
    return client;
  }

  /** Calls a method and waits for its reply. */
  async call(method: string, params?: unknown): Promise<Reply> {
    const id = `c${++this.#calls}`;
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    let found: Reply | undefined;
    await this.until(() => {
      found = this.replies.flat().find((reply) => reply.id === id);
      return found !== undefined;
    });
    return found ?? {};
  }

  /** Subscribes; gives the cursor that the subscription begins at. */
  async subscribe(topic: string, filter?: Record<string, unknown>): Promise<string> {
    const reply = await this.call("chain_subscribe", filter ? [topic, filter] : [topic]);
    if (reply.error) throw new Error(JSON.stringify(reply.error));
    return (reply.result as { cursor: string }).cursor;
  }

  /** The events so far, once there are as many. */
  async take(count: number): Promise<Notification[]> {
    await this.until(() => this.events.length >= count);
    return this.events;
  }

  /** Sends a text and waits for the next answer of any kind. */
  async ask(text: string): Promise<Reply | Reply[]> {
    const before = this.replies.length;
    this.socket.send(text);
    await this.until(() => this.replies.length > before);
    return this.replies[before] ?? {};
  }

  /** Waits until something holds; looks whenever a message came. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve, reject) => {
        this.#changed = resolve;
        void this.closed.then(({ code }) => reject(new Error(`Closed with ${code}`)));
      });
    }
  }

  #take(text: string): void {
    const message = JSON.parse(text) as Reply & { params?: Notification };
    if (message.params) this.events.push(message.params);
    else this.replies.push(message);
    this.#changed();
  }
}
