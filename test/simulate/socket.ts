import { EventEmitter } from "node:events";
import type { WebSocketConstructor, WebSocketLike } from "../../src/events/web_socket.ts";
import { type AdapterOf, type Cuttable, messageOf, type Network, type Server } from "./network.ts";
import type { Host } from "./simulation.ts";

/** `WebSocket` of a client. */
export function webSocketOf(network: Network, client: Host): WebSocketConstructor {
  function connect(url: string): ClientSocket {
    return new ClientSocket(network, client, new URL(url));
  }
  return connect as unknown as WebSocketConstructor;
}

type SocketEvent = { readonly data?: unknown; readonly code?: number; readonly reason?: string };

/** A client's end of a WebSocket. */
class ClientSocket implements WebSocketLike, Cuttable {
  readonly client: Host;
  readonly to: string;
  readonly #network: Network;
  readonly #listeners = new Map<string, ((event: never) => void)[]>();
  #link: Link | undefined;
  #isOver = false;

  constructor(network: Network, client: Host, url: URL) {
    this.#network = network;
    this.client = client;
    this.to = url.host;
    network.open.add(this);
    network.count(client, 1, false);
    const fate = network.fateOf(client);
    const delay = network.delayOf(client, fate);
    if (fate !== "fine") network.simulation.say(`WebSocket: ${fate}`);
    if (fate === "silent" || fate === "no answer") return;
    const isRefused = fate !== "fine" && fate !== "slow" && fate !== "request twice";
    network.after(delay, () => (isRefused ? this.cut() : void this.#open(url)));
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  send(data: string): void {
    if (!this.#link) throw new Error("The WebSocket is not open");
    this.#network.count(this.client, 1, false);
    this.#link.toServer(() => this.#link?.ends.emit("message", Buffer.from(data), false));
  }

  close(code = 1005): void {
    if (!this.#link) return this.#end({ code: 1006, reason: "" });
    this.#link.toServer(() => this.#link?.endServer());
    this.#link.toClient(() => this.#end({ code, reason: "" }));
  }

  /** The connection is gone at both ends. */
  cut(): void {
    this.#link?.endServer();
    this.#end({ code: 1006, reason: "" });
  }

  async #open(url: URL): Promise<void> {
    const network = this.#network;
    const server = network.servers.get(url.host);
    if (!server) return this.cut();
    const request = messageOf(this.client, url.href);
    const { simulation } = network;
    const { socket } = await simulation.as(server.host, () => server.service.connect(request));
    if (this.#isOver || !server.host.isAlive)
      return socket && "release" in socket ? socket.release() : undefined;
    if (!socket) return this.cut();
    const link = new Link(network, this.client, server);
    link.onFrame = (data) => this.#emit("message", { data });
    link.onClose = (code, reason) => this.#end({ code, reason });
    link.toClient(() => {
      this.#link = link;
      this.#emit("open", {});
    });
    if ("code" in socket) return link.close(socket.code, socket.reason);
    link.ends.once("close", socket.release);
    simulation.as(server.host, () => link.serve(socket.open));
  }

  #emit(type: string, event: SocketEvent): void {
    if (this.#isOver || !this.client.isAlive) return;
    this.#network.simulation.as(this.client, () => {
      for (const listener of this.#listeners.get(type) ?? []) listener(event as never);
    });
  }

  #end(event: SocketEvent): void {
    if (event.code === 1006) this.#emit("error", {});
    this.#emit("close", event);
    this.#isOver = true;
    this.#network.open.delete(this);
  }
}

/** A connection: frames come in order, those of a half-open one nowhere. The service's end is what the adapter takes for `ws`. */
class Link {
  /** The service's end. */
  readonly ends = Object.assign(new EventEmitter(), {
    ...{ OPEN: 1, readyState: 1, bufferedAmount: 0, isPaused: false },
    pause: () => void (this.ends.isPaused = true),
    resume: () => void (this.ends.isPaused = false),
    send: (frame: string | Uint8Array, _: object, sent: () => void) => this.#send(frame, sent),
    close: (code: number, reason: string) => this.close(code, reason),
    terminate: () => this.close(1006, ""),
    ping: () => this.toClient(() => this.toServer(() => this.ends.emit("pong"))),
  });
  onFrame: (data: string) => void = () => undefined;
  onClose: (code: number, reason: string) => void = () => undefined;
  adapter: InstanceType<AdapterOf> | undefined;
  readonly toClient: (run: () => void) => void;
  readonly #toServer: (run: () => void) => void;
  readonly #network: Network;
  readonly #server: Server;
  readonly #isTerse: boolean;

  constructor(network: Network, client: Host, server: Server) {
    this.#network = network;
    this.#server = server;
    this.#isTerse = network.terse.includes(client.part);
    this.toClient = wayOf(network, client, client);
    this.#toServer = wayOf(network, client, server.host);
    server.links.add(this);
  }

  serve(open: ConstructorParameters<AdapterOf>[2]): void {
    const raw = { cork: () => undefined, uncork: () => undefined };
    this.adapter = new this.#network.Adapter(this.ends as never, raw as never, open);
  }

  close(code: number, reason: string): void {
    if (this.ends.readyState !== 1) return;
    this.toClient(() => this.onClose(code, reason));
    this.endServer();
  }

  /** The service finds the connection gone. */
  endServer(): void {
    if (this.ends.readyState !== 1) return;
    this.ends.readyState = 3;
    this.#server.links.delete(this);
    if (!this.#server.host.isAlive) return;
    this.#network.after(0, () => this.ends.emit("close"), this.#server.host);
  }

  toServer(run: () => void): void {
    this.#toServer(() => void (this.ends.readyState === 1 && run()));
  }

  #send(frame: string | Uint8Array, sent: () => void): void {
    this.ends.bufferedAmount += frame.length;
    const text = typeof frame === "string" ? frame : Buffer.from(frame).toString();
    this.toClient(() => {
      this.onFrame(this.#isTerse ? text.replace(/"fromHeight":\d+,/, "") : text);
      this.ends.bufferedAmount -= frame.length;
      this.#network.simulation.as(this.#server.host, sent);
    });
  }
}

/** A way of a connection: frames come in order, those of one moment together; one that is lost loses all later ones. */
function wayOf(network: Network, client: Host, to: Host): (frame: () => void) => void {
  let frames: (() => void)[] = [];
  let [sentAt, at] = [-1, 0];
  return (frame) => {
    const { now } = network.simulation;
    if (sentAt !== now && at < Infinity) {
      const fate = network.fateOf(client);
      const isLost = fate === "silent" || fate === "no answer";
      at = isLost ? Infinity : Math.max(at, now + network.delayOf(client, fate));
      const together: typeof frames = [];
      [sentAt, frames] = [now, together];
      if (!isLost) network.after(at - now, () => together.forEach((one) => one()), to);
    }
    if (at < Infinity) frames.push(frame);
  };
}
