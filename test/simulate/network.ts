import type { Service } from "../../src/service/mod.ts";
import type { Socket as AdapterSocket } from "../../src/service/server/websocket.ts";
import { LINK_FAULTS, type FaultKind, type Plan } from "./faults.ts";
import type { Host, Simulation } from "./simulation.ts";

export type AdapterOf = typeof AdapterSocket;
export type Fate = FaultKind | "fine";
type Message = Parameters<Service["handle"]>[0];
type Reply = Pick<Awaited<ReturnType<Service["handle"]>>, "status" | "headers" | "body">;

/** A service at its place in the network. */
export interface Server {
  readonly host: Host;
  readonly service: Service;
  /** Its WebSockets. */
  readonly links: Set<{ readonly adapter: InstanceType<AdapterOf> | undefined }>;
}

/** What a fault may cut. */
export interface Cuttable {
  readonly client: Host;
  readonly to: string;
  cut(): void;
}

/** Requests that a client may send at once, since when that holds, and until when it may send none. */
interface Budget {
  readonly left: number;
  readonly since: number;
  readonly blockedUntil: number;
}

/** Carries requests and WebSockets from clients to services, each after a time of its own, as far as no fault hits it. */
export class Network {
  readonly simulation: Simulation;
  readonly Adapter: AdapterOf;
  readonly servers = new Map<string, Server>();
  /** What is open, to be cut. */
  readonly open = new Set<Cuttable>();
  /** When a service read the receipt of a transaction for a client last, by both. */
  readonly receipts = new Map<string, number>();
  /** Told of a client that sends, or is refused, against its limits; a fault may be why, unless that is certain. */
  onExcess: (client: Host, what: string, isCertain: boolean) => void = () => undefined;
  /** Told of a client that sends a submission again. */
  onRepeated: (client: string) => void = () => undefined;
  readonly #faults: Plan["faults"];
  /** Requests a second that each client may send. */
  readonly #rate: number;
  readonly #budgets = new Map<Host, Budget>();
  /** Submissions that went out, and may not again: only a limit that refused one lets it go out once more. */
  readonly #submitted = new Set<string>();
  /** How often each submission went out. */
  readonly sends = new Map<string, number>();

  constructor(simulation: Simulation, plan: Plan, Adapter: AdapterOf) {
    this.simulation = simulation;
    this.Adapter = Adapter;
    this.#rate = { Public: 10, Registered: 100, Enterprise: 1e9 }[plan.tier];
    this.#faults = plan.faults.filter(({ kind }) => LINK_FAULTS.includes(kind as never));
  }

  /** `fetch` of a client. */
  fetchOf(client: Host): typeof fetch {
    return (input, init = {}) => {
      const { url, method, headers, body, signal } =
        input instanceof Request ? new Request(input, init) : { url: String(input), ...init };
      if (!client.isAlive) return new Promise(() => undefined);
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      const text = typeof body === "string" ? body : "";
      const request = messageOf(client, url, new Headers(headers ?? undefined), text);
      const sent = { ...request, method: method ?? "GET" };
      const exchange = new Exchange(this, client, new URL(url).host, sent, text);
      signal?.addEventListener("abort", () => exchange.abort(signal.reason), { once: true });
      return exchange.response;
    };
  }

  /** What happens to a request of a client now. */
  fateOf(client: Host): Fate {
    const { now } = this.simulation;
    for (const { kind, who, at, lasts, share } of this.#faults)
      if (who === client.part && at <= now && now < at + lasts && client.link.chance(share))
        return kind;
    return "fine";
  }

  /** Milliseconds on the way. */
  delayOf({ link }: Host, fate: Fate): number {
    if (fate === "slow") return link.between(1_000, 25_000);
    return link.between(1, 30) + 2 ** link.between(0, 6) * link.next();
  }

  /**
   * Counts requests as sent: a second's at once, and so many more each second. Calls of a socket do not wait, and a batch
   * may go on credit, but they count.
   */
  count(client: Host, cost: number, isPaced: boolean): void {
    const { now } = this.simulation;
    const rate = this.#rate;
    const { left, since, blockedUntil } = this.#budgetOf(client);
    const after = Math.min(rate, left + ((now - since) * rate) / 1000) - cost;
    this.#budgets.set(client, { left: after, since: now, blockedUntil });
    if (isPaced && after < -0.01)
      this.onExcess(client, "sent more requests than its tier allows", false);
  }

  /** A request goes out, which it may not before the time that a refusal has told. */
  checkBlocked(client: Host): void {
    if (this.simulation.now >= this.#budgetOf(client).blockedUntil - 1) return;
    this.onExcess(client, "sent a request before the time of Retry-After", true);
  }

  /** A refusal tells when to come back. */
  block(client: Host, seconds: number): void {
    const blockedUntil = this.simulation.now + seconds * 1_000;
    this.#budgets.set(client, { ...this.#budgetOf(client), blockedUntil });
  }

  #budgetOf(client: Host): Budget {
    const fresh = { left: this.#rate, since: this.simulation.now, blockedUntil: 0 };
    return this.#budgets.get(client) ?? fresh;
  }

  /** Takes note of a submission and its answer. */
  submit({ part }: Host, bytes: string, answer?: string): void {
    const submission = `${part} ${bytes}`;
    if (answer === undefined && this.#submitted.has(submission)) this.onRepeated(part);
    if (answer === undefined) {
      this.#submitted.add(submission);
      this.sends.set(submission, (this.sends.get(submission) ?? 0) + 1);
    }
    if (answer !== undefined && /-32005|^Too many/.test(answer)) this.#submitted.delete(submission);
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

const BAD_GATEWAY = { status: 502, headers: { "content-type": "text/html" }, body: "<h1>502</h1>" };

/** A request on its way, and its answer. */
class Exchange implements Cuttable {
  readonly client: Host;
  readonly to: string;
  readonly #answered = Promise.withResolvers<Response>();
  readonly response = this.#answered.promise;
  readonly #network: Network;
  readonly #request: Message;
  readonly #text: string;
  /** Calls of a batch, or 1. */
  readonly #calls: number;
  /** The signed bytes of a submission. */
  readonly #signed: string | undefined;

  constructor(network: Network, client: Host, to: string, request: Message, text: string) {
    this.#network = network;
    this.client = client;
    this.to = to;
    this.#request = request;
    this.#text = text;
    const methods = text.match(/(?<="method":")\w+/g) ?? [request.target];
    this.#calls = methods.length;
    this.#signed = /(?<="tx_sendRawTransaction","params":\[")\w+/.exec(text)?.[0];
    network.open.add(this);
    network.checkBlocked(client);
    network.count(client, methods.length, methods.length === 1);
    if (this.#signed) network.submit(client, this.#signed);
    const fate = network.fateOf(client);
    if (fate !== "fine") network.simulation.say(`${methods.join(" ")}: ${fate}`);
    if (fate === "silent") return;
    network.after(network.delayOf(client, fate), () => void this.#arrive(fate));
  }

  cut(code = "ECONNRESET"): void {
    if (!this.#network.open.delete(this) || !this.client.isAlive) return;
    const cause = Object.assign(new Error(code), { code });
    this.#answered.reject(new TypeError("fetch failed", { cause }));
  }

  abort(reason: unknown): void {
    if (this.#network.open.delete(this)) this.#answered.reject(reason);
  }

  /** It arrives, or does not; the service answers, and the answer comes back, or does not. */
  async #arrive(fate: Fate): Promise<void> {
    const network = this.#network;
    const { link } = this.client;
    if (fate === "refused") return this.cut("ECONNREFUSED");
    if (fate === "502") return this.#end(BAD_GATEWAY);
    if (fate === "429") return this.#end(this.#limited(link.between(1, 5)));
    if (fate === "request late")
      network.after(link.between(1_000, 60_000), () => void this.#serve());
    if (fate === "request late" || fate === "request lost") return this.cut();
    const isTwice = fate === "request twice";
    if (isTwice) await this.#serve();
    if (!network.open.has(this)) return undefined;
    for (const [hash] of this.#text.matchAll(/(?<="tx_getTransactionReceipt","params":\[")\w+/g))
      network.receipts.set(`${this.client.part} ${hash}`, network.simulation.now);
    let answer = await this.#serve();
    if (!answer) return this.cut("ECONNREFUSED");
    // Some services tell a repetition by its nonce, and others refuse it for a limit.
    if (isTwice && this.#signed)
      answer = link.chance(0.5) ? this.#refusal(-32002, "Nonce too low") : this.#limited(1);
    // A batch that goes on credit may be refused.
    else if (answer.status === 429 && this.#calls === 1)
      network.onExcess(this.client, "was refused for its limit", false);
    const { status, headers } = answer;
    const body =
      typeof answer.body === "string" ? answer.body : Buffer.from(answer.body).toString();
    network.after(network.delayOf(this.client, fate), () => {
      if (fate === "no answer") return;
      if (fate === "answer lost") this.cut();
      else if (fate === "502 after all") this.#end(BAD_GATEWAY);
      else if (fate === "internal error") this.#end(this.#refusal(-32603, "Internal error"));
      else if (fate !== "broken JSON") this.#end({ status, headers, body });
      else this.#end({ status, headers, body: body.slice(0, body.length / 2) });
    });
  }

  /** An error of JSON-RPC, or a text where REST was asked. */
  #refusal(code: number, message: string): Reply {
    const isRpc = this.#text.startsWith("{");
    const { id } = isRpc ? (JSON.parse(this.#text) as { id: number }) : { id: 0 };
    const body = isRpc ? JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }) : message;
    const type = isRpc ? "application/json" : "text/plain";
    return { status: isRpc ? 200 : 500, headers: { "content-type": type }, body };
  }

  #limited(seconds: number): Reply {
    const headers = { "content-type": "text/plain", "Retry-After": String(seconds) };
    return { status: 429, headers, body: "Too many requests" };
  }

  async #serve(): Promise<Reply | undefined> {
    const { servers, simulation } = this.#network;
    const server = servers.get(this.to);
    return server && simulation.as(server.host, () => server.service.handle(this.#request));
  }

  #end({ status, headers, body }: Reply): void {
    const { client } = this;
    const network = this.#network;
    if (!network.open.delete(this) || !client.isAlive) return;
    if (this.#signed) network.submit(client, this.#signed, body as string);
    const shown = status === 204 || status === 304 ? null : (body as string);
    const response = new Response(shown, { status, headers });
    if (status === 429) network.block(client, Number(response.headers.get("Retry-After")));
    this.#answered.resolve(response);
  }
}
