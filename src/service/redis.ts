/**
 * Connections to Redis or Valkey. The package `redis` is loaded when the first one is opened.
 *
 * @module
 */
import { createHash } from "node:crypto";

/** A Lua script, and the hash by which Redis knows it. */
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

/** A connection that reconnects by itself. */
export interface RedisConnection {
  readonly evaluate: EvaluateScript;
  /** Why Redis cannot be used, as the rest of a sentence ("it is not connected yet"); undefined while it answers. */
  readonly failure: string | undefined;
  close(): Promise<void>;
}

/** Milliseconds without calls after one that timed out. */
const PAUSE_AFTER_TIMEOUT = 500;
/** Most milliseconds between attempts to connect. */
const MAX_RECONNECT_DELAY = 500;

/** A script for {@linkcode RedisConnection.evaluate}. Hashes the text: to be called once, at module level. */
export function defineScript(text: string): Script {
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}

/** A call that took longer than the patience. */
class CallTimeout extends Error {}

/**
 * Opens a connection. It is made in the background: until then calls reject.
 *
 * @param patience Milliseconds that a call may take.
 * @throws {Error} If `redis` is not installed, or the URL is invalid.
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
      reconnectStrategy: (attempts) =>
        Math.min(50 * 2 ** Math.min(attempts, 5), MAX_RECONNECT_DELAY),
    },
  });
  let failure: string | undefined = "it is not connected yet";
  let pausedUntil = 0;
  client.on("error", (error: unknown) => (failure = messageOf(error)));
  client.on("ready", () => (failure = undefined));
  client.connect().catch((error: unknown) => (failure = messageOf(error)));

  async function runScript(
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
    reject(new CallTimeout(`it did not answer within ${patience} ms`));
  }
  return {
    async evaluate(...call) {
      if (performance.now() < pausedUntil) throw new Error("Redis does not answer");
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        // One more turn: where this process was busy, the reply may have arrived and not been read yet.
        timer = setTimeout(() => setImmediate(giveUp, reject), patience);
      });
      try {
        const reply = await Promise.race([runScript(...call), late]);
        failure = undefined;
        return reply;
      } catch (error) {
        if (error instanceof CallTimeout) {
          pausedUntil = performance.now() + PAUSE_AFTER_TIMEOUT;
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
