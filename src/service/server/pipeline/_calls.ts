import { CLOSE } from "../../../generated/topics.gen.ts";
import { toUnixSeconds } from "../../../units/mod.ts";
import { whyInvalid } from "../../access/keys/mod.ts";
import type { CallerLimiter } from "../../access/rate_limit/mod.ts";
import { EventSession } from "../../api/events/mod.ts";
import { type ChainAnswers, RestServiceError } from "../../api/context/mod.ts";
import { answerError } from "../../api/rest/mod.ts";
import { handleMessage, handleRpc } from "../../api/rpc/mod.ts";
import type { RequestTrace, SocketLink, SocketSession } from "../../request.ts";
import type { ServedChain } from "../../api/served_chain.ts";
import type { ServedSession } from "../metrics/mod.ts";
import type { ServiceParts } from "../parts.ts";
import type { Answer, Exchange } from "./exchange.ts";

/** Answers the JSON-RPC calls of a request. Log and trace have the method of a single call, or `batch`. */
export function answerRpc(
  exchange: Exchange,
  chain: ChainAnswers,
  limiter: CallerLimiter,
  { chains, devnet: { controlGuard }, observability }: ServiceParts,
): Promise<Answer> {
  const { request, onError } = exchange;
  const devnet = controlGuard && chains.get(chain.selection.segment)?.devnet;
  return handleRpc({
    request,
    chain,
    onError,
    further: devnet && controlGuard?.methods(request, devnet),
    chargeFurther: (requests) => limiter.chargeFurther(requests),
    onCall(method, code) {
      observability.metrics.countCall("http", method, code);
      if (exchange.operation === "batch") return;
      exchange.operation = method;
      if (code !== 0) exchange.span?.set({ "rpc.response.status_code": String(code) });
    },
    onBatch: () => void (exchange.operation = "batch"),
  });
}

/** HTTP status of an answered message, which may have errors of calls. */
const ANSWERED = 200;

/** Admits a WebSocket, up to the limit of connections of its subject. */
export function admitSocket(upgrade: Omit<AdmittedSocket, "link">, parts: ServiceParts): Answer {
  const { access, observability } = parts;
  const { caller } = upgrade.limiter;
  const release = access.connections.take(caller.subject, access.connectionsPerSubject);
  if (!release) {
    observability.metrics.countRefusal(caller.tier, "connections");
    const text = `At most ${access.connectionsPerSubject} WebSocket connections at a time, close one first`;
    upgrade.exchange.headers["Retry-After"] = "1";
    return answerError(new RestServiceError("RATE_LIMITED", text), upgrade.exchange.meta);
  }
  const open = (link: SocketLink): SocketSession => new ServedSocket({ ...upgrade, link }, parts);
  return { status: 101, headers: {}, body: "", socket: { open, release } };
}

/** An admitted WebSocket. */
interface AdmittedSocket {
  /** The upgrade request. */
  readonly exchange: Exchange;
  readonly link: SocketLink;
  readonly chain: ServedChain;
  readonly limiter: CallerLimiter;
}

/** The service's side of an open WebSocket. */
class ServedSocket implements SocketSession {
  readonly #socket: AdmittedSocket;
  readonly #parts: ServiceParts;
  readonly #served: ServedSession;
  readonly #context: Omit<Parameters<typeof handleMessage>[0], "bytes">;
  /** The method of the present message, or `batch`. */
  #operation = "unknown";
  #calls = 0;

  constructor(socket: AdmittedSocket, parts: ServiceParts) {
    this.#socket = socket;
    this.#parts = parts;
    const { exchange, chain, limiter } = socket;
    const session = openSession(socket, parts);
    this.#served = { segment: chain.selection.segment, session };
    this.#context = {
      chain: chain.answersFor?.(limiter.caller) ?? chain,
      session,
      onError: exchange.onError,
      onCall: (method, code) => this.#count(method, code),
      further: parts.devnet.controlGuard?.socketMethods,
      charge: () => limiter.charge(),
      chargeFurther: (requests) => limiter.chargeFurther(requests),
    };
    parts.observability.sessions.add(this.#served);
  }

  async receive(bytes: Uint8Array): Promise<void> {
    if (!(await this.#checkKey())) return;
    const { session } = this.#served;
    const started = performance.now();
    this.#operation = "unknown";
    this.#calls = 0;
    const text = await handleMessage({ ...this.#context, bytes });
    this.#record(text ?? "", performance.now() - started);
    if (text !== undefined) session.outbox.reply(text);
    session.start();
    await session.outbox.drained();
  }

  async review(): Promise<void> {
    await this.#checkKey();
  }

  end(): void {
    this.#parts.observability.sessions.delete(this.#served);
    this.#served.session.end();
  }

  #count(method: string, code: number): void {
    this.#parts.observability.metrics.countCall("websocket", method, code);
    this.#operation = ++this.#calls > 1 ? "batch" : method;
  }

  /** Counts an answered message and logs it. */
  #record(body: string | Uint8Array, milliseconds: number): void {
    const { request, pathname, meta, protocol, caller, span } = this.#socket.exchange;
    const { metrics, logRequest } = this.#parts.observability;
    const operation = this.#operation;
    const trace: RequestTrace = { protocol, operation, caller, fault: undefined, span };
    metrics.countRequest(trace, ANSWERED, milliseconds / 1_000);
    const message = { method: "MESSAGE", target: pathname, peer: request.peer };
    const answered = { status: ANSWERED, bytes: Buffer.byteLength(body) };
    logRequest?.(message, answered, { trace, requestId: meta.requestId, milliseconds });
  }

  /** Checks the key, and closes the connection of an invalid one. A key that cannot be read at present counts as valid. */
  async #checkKey(): Promise<boolean> {
    const { exchange, limiter, link } = this.#socket;
    const { access, observability } = this.#parts;
    const { keyHash } = limiter.caller;
    if (keyHash === undefined) return true;
    let record;
    try {
      record = await access.keys.find(keyHash);
    } catch (error) {
      exchange.onError(error);
      return true;
    }
    const reason = whyInvalid(record, toUnixSeconds(new Date(observability.clock())));
    if (reason === undefined) return true;
    this.#served.session.end();
    link.close(CLOSE.KeyRefused, record?.revokedAt ? "The API key was revoked" : reason);
    return false;
  }
}

function openSession(
  { exchange, link, chain, limiter }: AdmittedSocket,
  { access }: ServiceParts,
): EventSession {
  return new EventSession({
    link,
    feed: chain.feed,
    subject: limiter.caller.subject,
    room: access.addressRoom,
    waitForRate: (signal) => access.pacer.wait(limiter.caller, signal),
    maximumQueue: access.eventQueue,
    onError: exchange.onError,
  });
}
