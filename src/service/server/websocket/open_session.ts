import { CLOSE } from "../../../generated/topics.gen.ts";
import { EventSession, type SessionLink } from "../../api/events/mod.ts";
import type { Caller } from "../../request.ts";
import { isGoodKey } from "../../access/keys/mod.ts";
import { handleMessage } from "../../api/rpc/mod.ts";
import { CallerLimiter } from "../../access/rate_limit/mod.ts";
import type { ServedChain } from "../data_folder/mod.ts";
import type { SocketSession } from "../port.ts";
import type { SocketParts } from "./socket_parts.ts";

/** An admitted WebSocket. */
interface SessionParts {
  readonly link: SessionLink;
  readonly chain: ServedChain;
  readonly caller: Caller;
  readonly onError: (error: unknown) => void;
  /** Called after each answered message: its operation, the answer or an empty string, and the milliseconds it took. */
  readonly onMessage: (operation: string, body: string, milliseconds: number) => void;
}

/** The service's side of an admitted WebSocket. */
export function openSession(
  { link, chain, caller, onError, onMessage }: SessionParts,
  parts: SocketParts,
): SocketSession {
  const { eventQueue, metrics, sessions } = parts;
  const session = new EventSession({ link, feed: chain.feed, maximumQueue: eventQueue, onError });
  const served = { segment: chain.selection.segment, session };
  const limiter = new CallerLimiter({
    caller,
    limiter: parts.limiter,
    onRefusal: (tier) => metrics.countRefusal(tier, "rate"),
  });
  let operation = "unknown";
  let calls = 0;
  const onCall = (method: string, code: number): void => {
    metrics.countCall("websocket", method, code);
    operation = ++calls > 1 ? "batch" : method;
  };
  const context = {
    chain,
    session,
    onError,
    onCall,
    further: parts.controlGuard?.socketMethods,
    charge: () => limiter.charge(),
    chargeFurther: (further: number) => limiter.chargeFurther(further),
  };
  sessions.add(served);
  /** A key that cannot be read now does not close the connection. */
  function report(error: unknown): boolean {
    onError(error);
    return true;
  }
  async function isKeyGood(): Promise<boolean> {
    const { keyHash } = caller;
    if (keyHash === undefined || (await isGoodKey(parts.keys, keyHash).catch(report))) return true;
    session.end();
    link.close(CLOSE.KeyRefused, "The API key was revoked");
    return false;
  }
  return {
    async receive(bytes) {
      if (!(await isKeyGood())) return;
      const started = performance.now();
      operation = "unknown";
      calls = 0;
      const text = await handleMessage({ ...context, bytes });
      onMessage(operation, text ?? "", performance.now() - started);
      if (text !== undefined) session.reply(text);
      session.start();
      await session.drained();
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
