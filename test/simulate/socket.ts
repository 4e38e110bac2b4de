import { EventEmitter } from "node:events";
import type { WebSocketConstructor, WebSocketLike } from "../../src/events/web_socket.ts";
import { type AdapterOf, type Cuttable, messageOf, type Network, type Server } from "./network.ts";
import type { Host } from "./simulation.ts";

/** `WebSocket` of a client. */
export function webSocketOf(network: Network, client: Host): WebSocketConstructor {
  function connect(url: string): Connection {
    return new Connection(network, client, url);
  }
  return connect as unknown as WebSocketConstructor;
}

type Way = (frame: () => void, mayRepeat?: boolean) => void;

/** A WebSocket with both of its ends: frames come in order, those of a half-open one nowhere. */
class Connection implements WebSocketLike, Cuttable {
  readonly client: Host;
  readonly to: string;
  adapter: InstanceType<AdapterOf> | undefined;
  /** The service's end, which its adapter takes for one of the package `ws`. */
  readonly #ends = Object.assign(new EventEmitter(), {
    ...{ OPEN: 1, readyState: 0, bufferedAmount: 0, isPaused: false },
    pause: () => void (this.#ends.isPaused = true),
    resume: () => void (this.#ends.isPaused = false),
    send: (frame: string | Uint8Array, _: object, sent: () => void) => this.#send(frame, sent),
    close: (code: number, reason: string) => this.#endServer(code, reason),
    terminate: () => this.#endServer(1006, ""),
    ping: () => this.#toClient(() => this.#toServer(() => this.#ends.emit("pong"))),
  });
  readonly #network: Network;
  readonly #server: Server | undefined;
  readonly #listeners = new EventEmitter();
  readonly #toClient: Way;
  readonly #toServer: Way;
  #isOver = false;

  constructor(network: Network, client: Host, url: string) {
    this.#network = network;
    this.client = client;
    this.to = new URL(url).host;
    this.#server = network.servers.get(this.to);
    this.#toClient = wayOf(network, this, client);
    this.#toServer = wayOf(network, this, this.#server?.host ?? client);
    network.open.add(this);
    network.count(client, 1, false);
    const fate = network.fateOf(client);
    if (fate !== "fine") network.simulation.say(`WebSocket: ${fate}`);
    if (fate === "silent" || fate === "no answer") return;
    const isOpened = fate === "fine" || fate === "slow" || fate === "request twice";
    const open = (): void => (isOpened ? void this.#open(url) : this.cut());
    network.after(network.delayOf(client, fate), open);
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.on(type, listener as () => void);
  }

  send(data: string): void {
    if (this.#ends.readyState === 0) throw new Error("The WebSocket is not open");
    this.#network.count(this.client, 1, false);
    this.#toServer(() => void (this.#isServed && this.#ends.emit("message", Buffer.from(data))));
  }

  close(code = 1005): void {
    if (this.#ends.readyState === 0) return this.#end(1006);
    this.#toServer(() => this.#endServer());
    this.#toClient(() => this.#end(code));
  }

  /** The connection is gone at both ends. */
  cut(): void {
    this.#endServer();
    this.#end(1006);
  }

  get #isServed(): boolean {
    return this.#ends.readyState === 1;
  }

  async #open(url: string): Promise<void> {
    const { simulation, Adapter, servers } = this.#network;
    const server = this.#server;
    if (!server || servers.get(this.to) !== server) return this.cut();
    const { host, service } = server;
    const request = messageOf(this.client, url);
    const { socket } = await simulation.as(host, () => service.connect(request));
    if (this.#isOver || !host.isAlive)
      return socket && "release" in socket ? socket.release() : undefined;
    if (!socket) return this.cut();
    this.#ends.readyState = 1;
    server.links.add(this);
    this.#toClient(() => this.#emit("open", {}));
    if ("code" in socket) return this.#endServer(socket.code, socket.reason);
    this.#ends.once("close", socket.release);
    const raw = { cork: () => undefined, uncork: () => undefined };
    simulation.as(host, () => {
      this.adapter = new Adapter(this.#ends as never, raw as never, socket.open);
    });
  }

  #emit(type: string, event: object): void {
    if (this.#isOver || !this.client.isAlive) return;
    this.#network.simulation.as(this.client, () => this.#listeners.emit(type, event));
  }

  #end(code: number, reason = ""): void {
    if (code === 1006) this.#emit("error", {});
    this.#emit("close", { code, reason });
    this.#isOver = true;
    this.#network.open.delete(this);
  }

  /** The service ends the connection with a code, or finds it gone. */
  #endServer(code?: number, reason = ""): void {
    const server = this.#server;
    if (!this.#isServed || !server) return;
    if (code !== undefined) this.#toClient(() => this.#end(code, reason));
    this.#ends.readyState = 3;
    server.links.delete(this);
    if (server.host.isAlive) this.#network.after(0, () => this.#ends.emit("close"), server.host);
  }

  #send(frame: string | Uint8Array, sent: () => void): void {
    const { simulation } = this.#network;
    const data = typeof frame === "string" ? frame : Buffer.from(frame).toString();
    this.#ends.bufferedAmount += frame.length;
    this.#toClient(() => this.#emit("message", { data }), true);
    this.#toClient(() => {
      this.#ends.bufferedAmount -= frame.length;
      simulation.as(this.#server?.host ?? this.client, sent);
      // A call that is refused for the limit costs nothing.
      if (data.includes('"code":-32005')) this.#network.count(this.client, -1, false);
    });
  }
}

/**
 * A way of a connection: frames come in order, those of one moment together, but for some of them where it is cut
 * meanwhile; one that is lost loses all later ones.
 */
function wayOf(network: Network, connection: Cuttable, to: Host): Way {
  const { client } = connection;
  let frames: (() => void)[] = [];
  let [sentAt, at, isTwice] = [-1, 0, false];
  return (frame, mayRepeat = false) => {
    const { now } = network.simulation;
    if (sentAt !== now && at < Infinity) {
      const fate = network.fateOf(client);
      const isLost = fate === "silent" || fate === "no answer" || fate === "no socket";
      isTwice = fate === "request twice";
      at = isLost ? Infinity : Math.max(at, now + network.delayOf(client, fate));
      const together: typeof frames = [];
      [sentAt, frames] = [now, together];
      const isCut = fate === "answer lost";
      const arrive = (): void => {
        const count = isCut ? client.link.between(0, together.length) : together.length;
        together.slice(0, count).forEach((one) => one());
        if (isCut) connection.cut();
      };
      if (!isLost) network.after(at - now, arrive, to);
    }
    if (at < Infinity) frames.push(frame);
    if (at < Infinity && isTwice && mayRepeat) frames.push(frame);
  };
}
