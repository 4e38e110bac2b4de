import { setTimeout as delay } from "node:timers/promises";
import { safeParse } from "zod/mini";
import type { SocketMethodName } from "../../generated/client/methods.gen.ts";
import { RPC_INVALID_PARAMS, RPC_LIMIT_EXCEEDED } from "../../generated/errors.gen.ts";
import { API_KEY_PARAMETER } from "../../generated/limits.gen.ts";
import { SEGMENTS } from "../../generated/segments.gen.ts";
import { TOPIC_VALIDATORS } from "../../generated/client/topics.gen.ts";
import { NOTIFICATION_METHOD, type TopicName, TOPICS } from "../../generated/topics.gen.ts";
import { expectationOf, valueAt } from "../../validation/mod.ts";
import { type Fields, parseJson } from "../json.ts";
import { difference, differenceUnless, fieldsOf } from "./judge.ts";
import { type Difference, type Finding, type ProbeContext, verdictOf } from "./probe.ts";

/** Milliseconds that a reply may take. */
const REPLY = 5_000;
/** Milliseconds until a call that the rate limit refused is sent again. */
const PAUSE = 1_000;
const TRIES = 3;
const SUBSCRIBE: SocketMethodName = "chain_subscribe";

/** Name under which probes of the connection itself are reported. */
const CONNECTION = "WebSocket";

/**
 * Subscribes to every topic of the segment's chain, and compares what comes with the specs.
 *
 * @param seconds How long events are waited for; a topic on which none comes is not tried further.
 */
export async function probeTopics(
  { segment, endpoints }: ProbeContext,
  key: string | undefined,
  seconds: number,
): Promise<Finding[]> {
  const { chain } = SEGMENTS[segment];
  const topics = (Object.keys(TOPICS) as TopicName[]).filter((topic) =>
    TOPICS[topic].chains.includes(chain),
  );
  const url = endpoints.ws ?? "";
  const found = (
    subject: string,
    aspect: string,
    differences: readonly Difference[],
    rest: Partial<Finding> = {},
  ): Finding => ({
    ...{ segment, subject, aspect, differences },
    verdict: verdictOf(differences),
    request: `npx wscat -c ${url} -x '${subscription(1, TOPICS[subject as TopicName] ? subject : "no_such_topic")}'`,
    ...rest,
  });
  const socket = await openSocket(url, key);
  if (!socket) return [found(CONNECTION, "", [], { verdict: "missing" })];
  try {
    const findings: Finding[] = [];
    const subscribed = new Map<string, TopicName>();
    for (const topic of topics) {
      const reply = await socket.call(SUBSCRIBE, [topic]);
      const { subscription: id } = fieldsOf(reply.result);
      if (reply.error !== undefined) {
        findings.push(found(topic, "", [], { verdict: "missing" }));
        continue;
      }
      findings.push(found(topic, "", judgeSubscription(reply)));
      if (typeof id === "string") subscribed.set(id, topic);
    }
    const wrong = await socket.call(SUBSCRIBE, ["no_such_topic"]);
    const code = fieldsOf(wrong.error).code ?? "a result";
    const isRefused = code === RPC_INVALID_PARAMS;
    const expected = String(RPC_INVALID_PARAMS);
    const ofTopic = differenceUnless(isRefused, "error.code", expected, code, false);
    findings.push(found(CONNECTION, "an unknown topic", ofTopic));
    const events = await socket.events(new Set(subscribed.keys()), seconds * 1000);
    for (const [id, topic] of subscribed) {
      const event = events.get(id);
      const untried = {
        verdict: "not tried",
        reason: `No event arrived in ${seconds} s.`,
      } as const;
      const differences = event === undefined ? [] : judgeEvent(topic, event);
      findings.push(found(topic, "an event", differences, event === undefined ? untried : {}));
    }
    return findings;
  } finally {
    socket.close();
  }
}

/** A rate limit may refuse a connection, without saying so. */
async function openSocket(url: string, key: string | undefined): Promise<Socket | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const socket = await Socket.open(url, key);
    if (socket) return socket;
    await delay(PAUSE);
  }
  return undefined;
}

function subscription(id: number, topic: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: SUBSCRIBE, params: [topic] });
}

function judgeSubscription({ result }: Fields): Difference[] {
  const { subscription: id, cursor } = fieldsOf(result);
  return [...judgeText("result.subscription", id), ...judgeText("result.cursor", cursor)];
}

function judgeText(path: string, value: unknown): Difference[] {
  return differenceUnless(typeof value === "string", path, "a string", value, false);
}

function judgeEvent(topic: TopicName, { cursor, result }: Fields): Difference[] {
  const noCursor = judgeText("params.cursor", cursor);
  // A notice of a reorganisation is of its own shape.
  if (fieldsOf(result).reorg !== undefined) return noCursor;
  const issues = safeParse(TOPIC_VALIDATORS[topic], result).error?.issues ?? [];
  return [
    ...noCursor,
    ...issues.map((issue) => {
      const { path, expected } = expectationOf(issue);
      const value = valueAt(result, path);
      const place = ["params.result", ...path.map((key) => (typeof key === "number" ? "*" : key))];
      return {
        ...difference(place.join("."), expected, value, false),
        ...{ value, documented: `openrpc.json#/x-topics/${topic}` },
      };
    }),
  ];
}

/** A connection that sends one call at a time, and keeps the first event of each subscription. */
class Socket {
  readonly #socket: WebSocket;
  readonly #events = new Map<string, Fields>();
  #id = 0;
  #onMessage: (message: Fields) => void = () => undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#receive(String(data)));
  }

  /** Undefined where nothing answers. */
  static async open(url: string, key: string | undefined): Promise<Socket | undefined> {
    const target = new URL(url);
    if (key !== undefined) target.searchParams.set(API_KEY_PARAMETER, key);
    const socket = new WebSocket(target);
    return within<Socket | undefined>(REPLY, undefined, (settle) => {
      socket.addEventListener("open", () => settle(new Socket(socket)), { once: true });
      socket.addEventListener("error", () => settle(undefined), { once: true });
    });
  }

  /** The reply; an empty object where none came. */
  async call(method: string, params: readonly unknown[]): Promise<Fields> {
    for (let attempt = 0; ; attempt++) {
      const reply = await this.#send(method, params);
      if (fieldsOf(reply.error).code !== RPC_LIMIT_EXCEEDED || attempt === TRIES) return reply;
      await delay(PAUSE);
    }
  }

  /** The first event of each subscription that had one in time. */
  async events(ids: ReadonlySet<string>, time: number): Promise<ReadonlyMap<string, Fields>> {
    const isWhole = (): boolean => [...ids].every((id) => this.#events.has(id));
    return within(time, this.#events, (settle) => {
      this.#onMessage = () => {
        if (isWhole()) settle(this.#events);
      };
      this.#onMessage({});
    });
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string, params: readonly unknown[]): Promise<Fields> {
    const id = ++this.#id;
    return within<Fields>(REPLY, { error: { code: "no reply" } }, (settle) => {
      this.#onMessage = (message) => {
        if (message.id === id) settle(message);
      };
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  #receive(text: string): void {
    const message = fieldsOf(parseJson(text));
    const params = fieldsOf(message.params);
    const isEvent =
      message.method === NOTIFICATION_METHOD && typeof params.subscription === "string";
    if (isEvent && !this.#events.has(String(params.subscription)))
      this.#events.set(String(params.subscription), params);
    this.#onMessage(message);
  }
}

/** Resolves to what `start` settles with, or after a time in milliseconds to `otherwise`. */
function within<Value>(
  time: number,
  otherwise: Value,
  start: (settle: (value: Value) => void) => void,
): Promise<Value> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time, otherwise);
    start((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
