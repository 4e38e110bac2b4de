/**
 * Connections to Redis or Valkey, by `redis`, which is loaded with the first of them.
 *
 * @module
 */
import { createHash } from "node:crypto";

/** A Lua script, by the name that Redis gives it. */
interface Script {
  readonly text: string;
  readonly sha1: string;
}

/** Runs a script on keys; rejects at once where Redis is away, and soon where it does not answer. */
export type EvaluateScript = (
  script: Script,
  keys: readonly string[],
  values: readonly string[],
) => Promise<readonly unknown[]>;

/** A connection that makes itself anew. */
export interface RedisConnection {
  readonly evaluate: EvaluateScript;
  /** Why it is away; `undefined` while it answers. */
  readonly failure: string | undefined;
  close(): Promise<void>;
}

/** Milliseconds in which nothing is sent after a call that took longer. */
const PAUSE = 500;
/** Most milliseconds between attempts to connect. */
const RECONNECT = 500;

/** Names a script; to be called once for each text. */
export function script(text: string): Script {
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}

/**
 * Opens a connection. It is made in the background: until then calls reject.
 *
 * @param patience Milliseconds that a call may take.
 * @throws {Error} If `redis` is not installed, or the URL is none.
 */
export async function openRedis(url: string, patience = 100): Promise<RedisConnection> {
  const { createClient } = await import("redis").catch((cause: unknown) => {
    throw new Error("Cannot use Redis: install the package redis", { cause });
  });
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (attempts) => Math.min(50 * 2 ** Math.min(attempts, 5), RECONNECT),
    },
  });
  let failure: string | undefined = "it is not connected yet";
  let pausedUntil = 0;
  client.on("error", (error: unknown) => (failure = messageOf(error)));
  client.on("ready", () => (failure = undefined));
  client.connect().catch((error: unknown) => (failure = messageOf(error)));

  async function evaluate(
    { text, sha1 }: Script,
    keys: readonly string[],
    values: readonly string[],
  ): Promise<readonly unknown[]> {
    const options = { keys: [...keys], arguments: [...values] };
    try {
      return (await client.evalSha(sha1, options)) as unknown[];
    } catch (error) {
      // A server that was restarted or emptied has forgotten its scripts.
      if (!messageOf(error).startsWith("NOSCRIPT")) throw error;
      return (await client.eval(text, options)) as unknown[];
    }
  }
  function giveUp(reject: (error: Error) => void): void {
    reject(new Late(`it did not answer within ${patience} ms`));
  }
  return {
    async evaluate(...call) {
      if (performance.now() < pausedUntil) throw new Error("Redis does not answer");
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        // Where this process was busy the reply may be there and not read yet.
        timer = setTimeout(() => setImmediate(giveUp, reject), patience);
      });
      try {
        const reply = await Promise.race([evaluate(...call), late]);
        failure = undefined;
        return reply;
      } catch (error) {
        if (error instanceof Late) {
          pausedUntil = performance.now() + PAUSE;
          failure = error.message;
        }
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    get failure() {
      return failure;
    },
    async close() {
      client.destroy();
    },
  };
}

class Late extends Error {}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
