import type * as Http from "node:http";
import { readRetryAfter } from "../errors/internal.ts";
import { checkOptions, BOOLEAN, numberOf, type Rules } from "../validation/mod.ts";
import { DeliveryError } from "./delivery_error.ts";
import { isRefusedHost, lookupPublic, refusedError } from "./_public_address.ts";
import { createSign } from "./_sign.ts";
import type { EncodedBatch, EventBatch, Sink } from "./sink.ts";

/** Options of {@linkcode webhookSink}. */
export interface WebhookOptions {
  /** URL of the receiver: `https:`, or with `allowPrivate` also `http:`. */
  readonly url: string;
  /** One secret, or two while it is changed: `whsec_` and 24 to 64 bytes in base64. */
  readonly secrets: readonly string[];
  /** Allows receivers on this machine and in private networks. @default {false} */
  readonly allowPrivate?: boolean | undefined;
  /** Milliseconds within which the receiver has to answer. @default {15_000} */
  readonly timeout?: number | undefined;
}

const ACTION = "Cannot deliver by webhooks";

const RULES: Rules<keyof WebhookOptions> = {
  url: ["a URL", (value: unknown) => typeof value === "string", "string"],
  secrets: ["an array of strings", (value: unknown) => Array.isArray(value)],
  allowPrivate: BOOLEAN,
  timeout: numberOf("from 1", (value) => value >= 1),
};

/** Status of a receiver that wants no more. */
const GONE = 410;

/**
 * Posts each batch as JSON, signed by the Standard Webhooks scheme: the headers `webhook-id`, `webhook-timestamp` and
 * `webhook-signature`. A status from 200 to 299 acknowledges it.
 *
 * Redirects are not followed. Where the process uses the proxies of its environment (`NODE_USE_ENV_PROXY`), so do webhooks:
 * the proxy then resolves the receiver's name, and has to refuse private networks itself. Receivers on this machine and in private networks are refused unless `allowPrivate`, also
 * where a name resolves to one.
 *
 * @throws {TypeError | RangeError} If the URL or a secret is none, or an option is wrong.
 * @throws {DeliveryError} If the URL names an address that is refused.
 *
 * @example
 * ```ts
 * import { webhookSink } from "alphadelta/delivery";
 *
 * const secret = `whsec_${Buffer.alloc(32, "a secret of both").toString("base64")}`;
 * const sink = webhookSink({ url: "https://my.example/hook", secrets: [secret] });
 * console.log(sink.format); // webhook
 * ```
 */
export function webhookSink(options: WebhookOptions): Sink {
  checkOptions(ACTION, options, RULES);
  const { secrets, allowPrivate = false, timeout = 15_000 } = options;
  const url = readUrl(options.url, allowPrivate);
  const sign = createSign(secrets);
  const { request, Agent, globalAgent } = moduleOf(url);
  const { proxyEnv } = (globalAgent as { readonly options?: Http.AgentOptions }).options ?? {};
  // One connection, since batches follow one another.
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ...(proxyEnv && { proxyEnv }) });
  const lookup = allowPrivate ? undefined : lookupPublic(url.hostname);
  let answered: Http.IncomingMessage | undefined;

  async function send({ id, body }: EncodedBatch): Promise<number> {
    // The status acknowledged the batch before: an answer that has not ended would hold the connection.
    if (answered && !answered.complete) answered.destroy();
    const bytes = Buffer.from(body);
    const headers = {
      "content-type": "application/json",
      "content-length": bytes.length,
      "user-agent": "alphadelta",
      ...sign(id, body, new Date()),
    };
    const signal = AbortSignal.timeout(timeout);
    const settings = { agent, method: "POST", headers, signal, ...(lookup && { lookup }) };
    const answer = await new Promise<Http.IncomingMessage>((resolve, reject) => {
      request(url, settings, resolve)
        .on("error", (error) => reject(failureOf(url, error, timeout)))
        .end(bytes);
    });
    answered = answer;
    drain(answer);
    const { statusCode = 0 } = answer;
    if (statusCode >= 200 && statusCode < 300) return statusCode;
    throw refusalOf(url, answer);
  }

  return { format: "webhook", encode, send, close: () => agent.destroy() };
}

/** The body: what the scheme recommends, with the events in `data`. */
function encode({ segment, topic, cursor, events, madeAt }: EventBatch): string {
  const head = JSON.stringify({ type: topic, timestamp: madeAt, data: { segment, cursor } });
  return `${head.slice(0, -2)},"events":[${events.join(",")}]}}`;
}

function readUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.parse(text);
  const protocols = allowPrivate ? ["https:", "http:"] : ["https:"];
  // The message never repeats a URL: its path or query may be the receiver's secret.
  if (!url || !protocols.includes(url.protocol) || url.username || url.password)
    throw new RangeError(
      `${ACTION}: url must be ${allowPrivate ? "an http or https URL" : "an https URL (http only with allowPrivate)"} without user and password`,
    );
  if (!allowPrivate && isRefusedHost(url.hostname)) throw refusedError(url.hostname);
  return url;
}

/** Taken from the running Node, since only one of the two is used. */
function moduleOf({ protocol }: URL): typeof Http {
  return process.getBuiltinModule(
    protocol === "https:" ? "node:https" : "node:http",
  ) as typeof Http;
}

/** Most bytes of an answer that are read, for the connection to be used again. */
const MOST_READ = 65_536;

function drain(answer: Http.IncomingMessage): void {
  let left = MOST_READ;
  answer
    .on("data", (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) answer.destroy();
    })
    .on("error", () => undefined);
}

function failureOf({ host }: URL, error: NodeJS.ErrnoException, timeout: number): Error {
  if (error instanceof DeliveryError) return error;
  const isLate = error.name === "AbortError" || error.name === "TimeoutError";
  const reason = isLate ? `no answer within ${timeout} ms` : (error.code ?? error.message);
  return new DeliveryError("sink_failed", `${host}: ${reason}`, { retryable: true, cause: error });
}

function refusalOf({ host }: URL, answer: Http.IncomingMessage): DeliveryError {
  const { statusCode: status = 0, headers } = answer;
  if (status === GONE) {
    const message = `The receiver at ${host} wants no more: it answered ${GONE}. The state keeps what is not acknowledged.`;
    return new DeliveryError("receiver_gone", message, { status });
  }
  const wait = readRetryAfter(headers["retry-after"], headers.date, Date.now());
  const advice = status >= 300 && status < 400 ? "; redirects are not followed" : "";
  return new DeliveryError("sink_failed", `${host} answered ${status}${advice}`, {
    status,
    retryable: true,
    retryAfter: wait && wait / 1_000,
  });
}
