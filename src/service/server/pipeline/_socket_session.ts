import { CLOSE } from "../../../generated/topics.gen.ts";
import { toUnixSeconds } from "../../../units/mod.ts";
import { whyInvalid } from "../../access/keys/mod.ts";
import type { CallerLimiter } from "../../access/rate_limit/mod.ts";
import { EventSession } from "../../api/events/mod.ts";
import { RestServiceError } from "../../api/context/mod.ts";
import { answerError } from "../../api/rest/mod.ts";
import { handleMessage } from "../../api/rpc/mod.ts";
import type { RequestTrace } from "../../request.ts";
import type { ServedChain } from "../../api/served_chain.ts";
import type { ServiceParts } from "../parts.ts";
import type { SocketLink, SocketSession } from "../port.ts";
import type { Answer, Exchange } from "./exchange.ts";

/** Status of an answered message, errors of its calls included: as over HTTP. */
const ANSWERED = 200;

/** Admits a WebSocket: a subject has a bounded number of connections. */
export function admitSocket(asked: Omit<AdmittedSocket, "link">, parts: ServiceParts): Answer {
  const { access, observability } = parts;
  const { caller } = asked.limiter;
  const release = access.connections.take(caller.subject, access.connectionsPerSubject);
  if (!release) {
    observability.metrics.countRefusal(caller.tier, "connections");
    const text = `At most ${access.connectionsPerSubject} WebSocket connections at a time, close one first`;
    asked.exchange.headers["Retry-After"] = "1";
    return answerError(new RestServiceError("RATE_LIMITED", text), asked.exchange.meta);
  }
  const open = (link: SocketLink): SocketSession => openSession({ ...asked, link }, parts);
  return { status: 101, headers: {}, body: "", socket: { open, release } };
}

/** An admitted WebSocket. */
interface AdmittedSocket {
  /** The request that asked for it. */
  readonly exchange: Exchange;
  readonly link: SocketLink;
  readonly chain: ServedChain;
  readonly limiter: CallerLimiter;
}

/** The service's side of an open WebSocket. */
function openSession(
  { exchange, link, chain, limiter }: AdmittedSocket,
  { access, devnet, observability }: ServiceParts,
): SocketSession {
  const { request, pathname, meta, onError, protocol, caller, span } = exchange;
  const { logRequest, metrics, sessions } = observability;
  const { eventQueue: maximumQueue, keys, pacer } = access;
  const { subject } = limiter.caller;
  const { feed } = chain;
  const session = new EventSession({
    ...{ link, feed, maximumQueue, onError, subject },
    room: access.addressRoom,
    waitForRate: (signal) => pacer.wait(limiter.caller, signal),
  });
  const served = { segment: chain.selection.segment, session };
  let operation = "unknown";
  let calls = 0;
  const context = {
    chain: chain.answersFor?.(limiter.caller) ?? chain,
    session,
    onError,
    onCall(method: string, code: number): void {
      metrics.countCall("websocket", method, code);
      operation = ++calls > 1 ? "batch" : method;
    },
    further: devnet.controlGuard?.socketMethods,
    charge: () => limiter.charge(),
    chargeFurther: (requests: number) => limiter.chargeFurther(requests),
  };
  sessions.add(served);
  /** Counts an answered message and logs it. */
  function tell(body: string | Uint8Array, milliseconds: number): void {
    const told: RequestTrace = { protocol, operation, caller, fault: undefined, span };
    metrics.countRequest(told, ANSWERED, milliseconds / 1_000);
    const message = { method: "MESSAGE", target: pathname, peer: request.peer };
    const answered = { status: ANSWERED, bytes: Buffer.byteLength(body) };
    logRequest?.(message, answered, { trace: told, requestId: meta.requestId, milliseconds });
  }
  /** A key that cannot be read now does not close the connection. */
  async function isKeyGood(): Promise<boolean> {
    const { keyHash } = limiter.caller;
    if (keyHash === undefined) return true;
    let record;
    try {
      record = await keys.find(keyHash);
    } catch (error) {
      onError(error);
      return true;
    }
    const reason = whyInvalid(record, toUnixSeconds(new Date(observability.clock())));
    if (reason === undefined) return true;
    session.end();
    link.close(CLOSE.KeyRefused, record?.revokedAt ? "The API key was revoked" : reason);
    return false;
  }
  return {
    async receive(bytes) {
      if (!(await isKeyGood())) return;
      const started = performance.now();
      operation = "unknown";
      calls = 0;
      const text = await handleMessage({ ...context, bytes });
      tell(text ?? "", performance.now() - started);
      if (text !== undefined) session.outbox.reply(text);
      session.start();
      await session.outbox.drained();
    },
    async review() {
      await isKeyGood();
    },
    end() {
      sessions.delete(served);
      session.end();
    },
  };
}
