import type { Service } from "../../src/service/mod.ts";
import type { Socket as AdapterSocket } from "../../src/service/server/websocket/_socket.ts";
import { type Fault, LINK_FAULTS, type Plan } from "./faults.ts";
import type { Host, Simulation } from "./simulation.ts";

export type AdapterOf = typeof AdapterSocket;
export type Fate = Fault["kind"] | "fine";
export type Message = Parameters<Service["handle"]>[0];

/** A service at its place in the network. */
export interface Server {
  readonly host: Host;
  readonly service: Service;
  /** Its WebSockets. */
  readonly links: Set<{ readonly adapter: InstanceType<AdapterOf> | undefined }>;
}

/** Carries requests and WebSockets from clients to services, each after a time of its own, as far as no fault hits it. */
export class Network {
  readonly servers = new Map<string, Server>();
  /** Told of a client that sends more than its limit, and of one that the service refuses for it. */
  onExcess: (client: Host, what: string) => void = () => undefined;
  /** Told of a client that sends a submission again. */
  onRepeated: (client: string) => void = () => undefined;
  /** Submissions that went out, and may not again: only a limit that refused one lets it go out once more. */
  readonly #submitted = new Set<string>();
  /** Requests that each client may send at once, and since when that holds. */
  readonly #budgets = new Map<Host, { left: number; since: number }>();
  readonly simulation: Simulation;
  readonly Adapter: AdapterOf;
  readonly #faults: readonly Fault[];
  /** Requests a second that each client may send. */
  readonly #rate: number;
  /** What is open, to be cut. */
  readonly open = new Set<Cuttable>();

  /** Clients that get notices of reorganisations without their height. */
  readonly terse: readonly string[];

  constructor(
    simulation: Simulation,
    { faults, tier, isTerse, clients }: Plan,
    Adapter: AdapterOf,
  ) {
    this.terse = isTerse ? clients : [];
    this.#rate = { Public: 10, Registered: 100, Enterprise: 1e9 }[tier];
    this.simulation = simulation;
    this.#faults = faults.filter(({ kind }) => LINK_FAULTS.includes(kind as never));
    this.Adapter = Adapter;
  }

  /** `fetch` of a client. */
  fetchOf(client: Host): typeof fetch {
    return (input, init = {}) => {
      const { url, method, headers, body, signal } =
        input instanceof Request ? new Request(input, init) : { url: String(input), ...init };
      if (!client.isAlive) return new Promise(() => undefined);
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      const text = typeof body === "string" ? body : "";
      const request = {
        ...messageOf(client, url, new Headers(headers ?? undefined), text),
        method: method ?? "GET",
      };
      const methods = text.match(/(?<="method":")\w+/g) ?? [request.target];
      const id = text.startsWith("{") ? (JSON.parse(text) as { id: number }).id : undefined;
      const signed = /(?<="tx_sendRawTransaction","params":\[)"\w+"/.exec(text)?.[0];
      const exchange = new Exchange(this, client, {
        ...{ to: new URL(url).host, request, methods, signed, id },
      });
      signal?.addEventListener("abort", () => exchange.abort(signal.reason), { once: true });
      return exchange.response;
    };
  }

  /** What happens to a request of a client now. */
  fateOf(client: Host): Fate {
    const { now } = this.simulation;
    for (const fault of this.#faults)
      if (fault.who === client.part && fault.at <= now && now < fault.at + fault.lasts)
        if (client.link.chance(fault.share)) return fault.kind;
    return "fine";
  }

  /** Milliseconds on the way. */
  delayOf(client: Host, fate: Fate): number {
    const { link } = client;
    return fate === "slow"
      ? link.between(1_000, 25_000)
      : link.between(1, 30) + 2 ** link.between(0, 6) * link.next();
  }

  /**
   * Counts requests as sent: a second's at once, and so many more each second. Calls of a socket do not wait, and a batch
   * may go on credit, but they count.
   */
  count(client: Host, cost: number, isPaced: boolean): void {
    const { now } = this.simulation;
    const rate = this.#rate;
    const { left, since } = this.#budgets.get(client) ?? { left: rate, since: now };
    const after = Math.min(rate, left + ((now - since) * rate) / 1000) - cost;
    this.#budgets.set(client, { left: after, since: now });
    if (isPaced && after < -0.01) this.onExcess(client, "sent more requests than its tier allows");
  }

  /** Takes note of a submission and its answer. */
  submit({ part }: Host, bytes: string, answer?: string): void {
    const submission = `${part} ${bytes}`;
    if (answer === undefined && this.#submitted.has(submission)) this.onRepeated(part);
    if (answer === undefined) this.#submitted.add(submission);
    else if (/-32005|^Too many/.test(answer)) this.#submitted.delete(submission);
  }

  /** Cuts what is open, of a client, to a server, or all. */
  cut(holds: (link: Cuttable) => boolean): void {
    for (const link of [...this.open]) if (holds(link)) link.cut();
  }

  /** Runs something later, whoever has gone by then. */
  after(delay: number, run: () => void, host: Host = this.simulation.root): void {
    this.simulation.after(delay, run, host).unref();
  }
}

/** A request that a client sends, with the names of its calls. */
interface Sending {
  readonly to: string;
  readonly request: Message;
  readonly methods: readonly string[];
  /** The signed bytes of a submission. */
  readonly signed: string | undefined;
  /** Id of the JSON-RPC call; undefined of REST and of a batch. */
  readonly id: number | undefined;
}

/** What a fault may cut. */
export interface Cuttable {
  readonly client: Host;
  readonly to: string;
  cut(): void;
}

/** A request as a service takes it. Each client has an address of its own. */
export function messageOf(
  { part }: Host,
  url: string,
  headers = new Headers(),
  body = "",
): Message {
  const { host, pathname, search } = new URL(url);
  const peer = `10.${part.charCodeAt(0)}.0.${Number(part.slice(1)) + 1}`;
  return {
    ...{ method: "GET", peer, target: pathname + search },
    header: (name) => headers.get(name) ?? (name === "host" ? host : undefined),
    headerNames: () => ["host", ...headers.keys()],
    body: async () => new TextEncoder().encode(body),
  };
}

/** A request on its way, and its answer. */
class Exchange implements Cuttable {
  readonly #answered = Promise.withResolvers<Response>();
  readonly response = this.#answered.promise;
  readonly client: Host;
  readonly to: string;
  readonly #network: Network;
  readonly #request: Message;
  readonly #sent: Sending;

  constructor(network: Network, client: Host, sent: Sending) {
    const { to, request, methods } = sent;
    this.#network = network;
    this.client = client;
    this.to = to;
    this.#request = request;
    this.#sent = sent;
    network.open.add(this);
    network.count(client, methods.length, methods.length === 1);
    if (sent.signed) network.submit(client, sent.signed);
    const fate = network.fateOf(client);
    if (fate !== "fine") network.simulation.say(`${methods.join(" ")}: ${fate}`);
    if (fate !== "silent")
      network.after(network.delayOf(client, fate), () => void this.#arrive(fate));
  }

  cut(): void {
    this.#fail("ECONNRESET");
  }

  abort(reason: unknown): void {
    if (this.#network.open.delete(this)) this.#answered.reject(reason);
  }

  /** It arrives, or does not; the service answers, and the answer comes back, or does not. */
  async #arrive(fate: Fate): Promise<void> {
    const network = this.#network;
    const { link } = this.client;
    if (fate === "refused") return this.#fail("ECONNREFUSED");
    if (fate === "502") return this.#end(BAD_GATEWAY);
    if (fate === "429") return this.#end(busyFor(link.between(1, 5)));
    if (fate === "request lost" || fate === "request late") this.cut();
    if (fate === "request late")
      network.after(link.between(1_000, 60_000), () => void this.#serve());
    const first = fate === "request twice" ? await this.#serve() : undefined;
    let answer = this.#network.open.has(this) ? await this.#serve() : undefined;
    if (!answer) return this.#fail("ECONNREFUSED");
    // Some services tell a repetition by its nonce.
    if (first && this.#sent.methods[0] === "tx_sendRawTransaction")
      answer = this.#refusal(-32002, "Nonce too low");
    // A batch that goes on credit may be refused.
    const isSingle = this.#sent.methods.length === 1;
    if (answer.status === 429 && isSingle)
      network.onExcess(this.client, "was refused for its limit");
    network.after(network.delayOf(this.client, fate), () => this.#comeBack(fate, answer));
  }

  #comeBack(fate: Fate, { status, headers, body }: Reply): void {
    const text = typeof body === "string" ? body : Buffer.from(body).toString();
    if (fate === "no answer") return;
    if (fate === "answer lost") this.cut();
    else if (fate === "502 after all") this.#end(BAD_GATEWAY);
    else if (fate === "internal error") this.#end(this.#refusal(-32603, "Internal error"));
    else if (fate === "broken JSON")
      this.#end({ status, headers, body: text.slice(0, text.length / 2) });
    else this.#end({ status, headers, body: text });
  }

  /** An error of JSON-RPC, or a text where REST was asked. */
  #refusal(code: number, message: string): Reply {
    const { id } = this.#sent;
    const isRpc = id !== undefined;
    const body = isRpc ? JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }) : message;
    const type = isRpc ? "application/json" : "text/plain";
    return { status: isRpc ? 200 : 500, headers: { "content-type": type }, body };
  }

  async #serve(): Promise<Reply | undefined> {
    const server = this.#network.servers.get(this.to);
    if (!server) return undefined;
    return this.#network.simulation.as(server.host, () => server.service.handle(this.#request));
  }

  #fail(code: string): void {
    if (!this.#network.open.delete(this) || !this.client.isAlive) return;
    const cause = Object.assign(new Error(code), { code });
    this.#answered.reject(new TypeError("fetch failed", { cause }));
  }

  #end({ status, headers, body }: Reply): void {
    if (!this.#network.open.delete(this) || !this.client.isAlive) return;
    const { signed } = this.#sent;
    if (signed) this.#network.submit(this.client, signed, body as string);
    const shown = status === 204 || status === 304 ? null : (body as string);
    this.#answered.resolve(new Response(shown, { status, headers }));
  }
}

type Reply = Pick<Awaited<ReturnType<Service["handle"]>>, "status" | "headers" | "body">;

const BAD_GATEWAY = { status: 502, headers: { "content-type": "text/html" }, body: "<h1>502</h1>" };

function busyFor(seconds: number): Reply {
  const headers = { "content-type": "text/plain", "Retry-After": String(seconds) };
  return { status: 429, headers, body: "Too many requests" };
}
