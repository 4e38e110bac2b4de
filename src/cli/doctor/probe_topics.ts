import { compareValue } from "../../drift/internal.ts";
import { SUBSCRIBE } from "../../events/internal.ts";
import { RPC_INVALID_PARAMS } from "../../generated/errors.gen.ts";
import { SEGMENTS } from "../../generated/segments.gen.ts";
import { TOPIC_VALIDATORS } from "../../generated/service/topics.gen.ts";
import { type TopicName, TOPICS } from "../../generated/topics.gen.ts";
import { fieldsOf } from "../../validation/mod.ts";
import { type Fields, rowOf } from "../json.ts";
import { difference, differencesOf, differenceUnless } from "./judge.ts";
import { type Difference, type Finding, type ProbeContext, verdictOf } from "./probe.ts";
import { ProbeSocket, RefusedCall } from "./probe_socket.ts";
import { DeadlineError, SilenceError, type Wait } from "./wait.ts";

/** Name under which probes of the connection itself are reported. */
const CONNECTION = "WebSocket";

/** Makes a finding of a tried probe, with the fields of `rest` on top. */
type MakeFinding = (
  subject: string,
  aspect: string,
  differences: readonly Difference[],
  rest?: Partial<Finding>,
) => Finding;

/**
 * Subscribes to every topic of the segment's chain, and compares the events with the specs.
 *
 * @param seconds How long events are waited for; a topic on which none comes is not tried further.
 */
export async function probeTopics(
  { segment, endpoints }: ProbeContext,
  key: string | undefined,
  seconds: number,
  wait: Wait,
): Promise<Finding[]> {
  const url = endpoints.ws ?? "";
  const findingOf: MakeFinding = (subject, aspect, differences, rest = {}) => {
    const topic = rowOf(TOPICS, subject) ? subject : "no_such_topic";
    const request = `npx wscat -c ${url} -x '${subscription(1, topic)}'`;
    const verdict = verdictOf(differences);
    return { segment, subject, aspect, differences, verdict, request, ...rest };
  };
  const findings: Finding[] = [];
  let socket: ProbeSocket | undefined;
  try {
    socket = await ProbeSocket.open(url, key, wait);
    for await (const finding of probeEach(socket, segment, seconds, findingOf))
      findings.push(finding);
  } catch (error) {
    const { message } = error as Error;
    const isSilent = socket !== undefined || error instanceof SilenceError;
    if (error instanceof DeadlineError || error instanceof RefusedCall)
      findings.push(findingOf(CONNECTION, "", [], { verdict: "not tried", reason: message }));
    else if (isSilent)
      findings.push(findingOf(CONNECTION, "", [difference("", "an answer", message)]));
    else findings.push(findingOf(CONNECTION, "", [], { verdict: "missing" }));
  } finally {
    socket?.close();
  }
  return findings;
}

async function* probeEach(
  socket: ProbeSocket,
  segment: ProbeContext["segment"],
  seconds: number,
  findingOf: MakeFinding,
): AsyncGenerator<Finding> {
  const { chain } = SEGMENTS[segment];
  const topics = (Object.keys(TOPICS) as TopicName[]).filter((topic) =>
    TOPICS[topic].chains.includes(chain),
  );
  const subscribed = new Map<string, TopicName>();
  for (const topic of topics) {
    const reply = await socket.call(SUBSCRIBE, [topic]).catch(refusalOf);
    if (reply instanceof RefusedCall) {
      yield findingOf(topic, "", [], { verdict: "not tried", reason: reply.message });
      continue;
    }
    const { subscription: id } = fieldsOf(reply.result);
    if (reply.error !== undefined) {
      yield findingOf(topic, "", [], { verdict: "missing" });
      continue;
    }
    yield findingOf(topic, "", judgeSubscription(topic, reply));
    if (typeof id === "string") subscribed.set(id, topic);
  }
  const wrong = await socket.call(SUBSCRIBE, ["no_such_topic"]);
  const code = fieldsOf(wrong.error).code ?? "a result";
  const isRefused = code === RPC_INVALID_PARAMS;
  const expected = String(RPC_INVALID_PARAMS);
  const ofTopic = differenceUnless(isRefused, "error.code", expected, code, false);
  yield findingOf(CONNECTION, "an unknown topic", ofTopic);
  const what = `events of ${segment}, up to ${seconds} s`;
  const ids = new Set(subscribed.keys());
  const events = await socket.events(what, ids, seconds * 1000);
  for (const [id, topic] of subscribed) {
    const event = events.get(id);
    const reason = `No event arrived in ${seconds} s.`;
    yield event === undefined
      ? findingOf(topic, "an event", [], { verdict: "not tried", reason })
      : findingOf(topic, "an event", judgeEvent(topic, event));
  }
}

function refusalOf(error: unknown): RefusedCall {
  if (error instanceof RefusedCall) return error;
  throw error;
}

function subscription(id: number, topic: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: SUBSCRIBE, params: [topic] });
}

function judgeSubscription(topic: TopicName, { result }: Fields): Difference[] {
  const { subscription: id, cursor } = fieldsOf(result);
  return [...judgeText("result.subscription", id), ...judgeCursor(topic, "result.cursor", cursor)];
}

/** Events of a live topic have none. */
function judgeCursor(topic: TopicName, path: string, cursor: unknown): Difference[] {
  return TOPICS[topic].live ? [] : judgeText(path, cursor);
}

function judgeText(path: string, value: unknown): Difference[] {
  return differenceUnless(typeof value === "string", path, "a string", value, false);
}

function judgeEvent(topic: TopicName, event: Fields): Difference[] {
  const { cursor, result } = event;
  const noCursor = judgeCursor(topic, "params.cursor", cursor);
  // A notice of a reorganisation is of its own shape.
  if (fieldsOf(result).reorg !== undefined) return noCursor;
  const payload = { at: `openrpc.json#/x-topics/${topic}`, validator: TOPIC_VALIDATORS[topic] };
  const deviations = compareValue(result, payload, ["params", "result"]);
  return [...noCursor, ...differencesOf(deviations, { params: event }, () => false)];
}
