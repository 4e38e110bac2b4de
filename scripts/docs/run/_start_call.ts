import { type Client, createClient, type Segment } from "../../../src/mod.ts";
import { createTransport } from "../../../src/transport/mod.ts";
import { exampleValues, messageOf, trimmed } from "../_code_samples.ts";
import type { CallRun, Listener, Outcome, ServiceTarget } from "./_call_run.ts";
import { movedTo } from "./_sample_fields.ts";
import { openSocket, watchTopic } from "./_live_calls.ts";

/** Sends a call once, without retries, or follows a topic until `signal` ends it. Never rejects. */
export async function startCall(
  run: CallRun,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  const { kind } = run.call;
  const isSocket = kind === "websocket";
  try {
    if (kind === "topic") await watchTopic(run, listener, signal);
    else if (isSocket && run.shown === "answer") await openSocket(run, listener, signal);
    else if (isSocket) await watchTopic(asTopic(run), listener, signal);
    else listener.outcome(await send(run, signal));
  } catch (error) {
    if (!signal.aborted) listener.state(textOfError(error), true);
  }
}

/** Converts a subscription call to a run of its topic, as in the sample of the client. */
function asTopic(run: CallRun): CallRun {
  const { topic } = run.call;
  if (!topic) throw new TypeError("Cannot run this sample: it has no topic");
  return { ...run, call: topic, values: exampleValues(topic) };
}

/** Headers of an answer that the page shows. */
const SHOWN_HEADERS =
  /^(?:x-(?!content)|ratelimit|retry-after|etag$|deprecation$|sunset$|content-type$)/i;

async function send(run: CallRun, signal: AbortSignal): Promise<Outcome> {
  let outcome: Outcome = {};
  let isRead: Promise<void> | undefined;
  const recording: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    outcome = { request: `${method} ${url}` };
    const startedAt = performance.now();
    const response = await fetch(input, init);
    const { status, statusText } = response;
    const headers = [...response.headers].filter(([name]) => SHOWN_HEADERS.test(name));
    isRead = response
      .clone()
      .text()
      .then((text) => {
        const milliseconds = performance.now() - startedAt;
        outcome = { ...outcome, status, statusText, headers, text, milliseconds };
      });
    return response;
  };
  const settled = await settle(() => callBy(recording, run, signal));
  await isRead?.catch(() => undefined);
  return { ...outcome, ...settled };
}

async function settle(call: () => Promise<unknown>): Promise<Pick<Outcome, "value" | "fault">> {
  try {
    return { value: await call() };
  } catch (error) {
    return { fault: textOfError(error) };
  }
}

async function callBy(
  recording: typeof fetch,
  run: CallRun,
  signal: AbortSignal,
): Promise<unknown> {
  const { call, values, target } = run;
  const { kind, name } = call;
  if (kind === "dev") return callControl(recording, run, signal);
  const client = clientOf(target, recording);
  try {
    if (kind === "operation") return await callOperation(client, run, signal);
    const functions = kind === "simplified" ? client.simple : client.rpc;
    return await functionOf(functions, name)(...trimmed(values), { signal });
  } finally {
    await client.close();
  }
}

/** A client that sends each request once. */
function clientOf({ address, segment, key }: ServiceTarget, recording: typeof fetch): Client {
  const shown = key === "" ? {} : { apiKey: key };
  const once = { retries: 0, cache: false, dedupe: false } as const;
  const transport = createTransport({ fetch: recording, ...shown, ...once });
  return createClient(segment as Segment, { endpoints: address, transport });
}

async function callOperation(
  client: Client,
  { call: { name: id, request, fields }, values }: CallRun,
  signal: AbortSignal,
): Promise<unknown> {
  const inPlace = (...places: string[]): (readonly [string, unknown])[] =>
    fields.flatMap(({ info }, index) =>
      places.includes(info.in) ? [[info.name, values[index]] as const] : [],
    );
  const named = inPlace("query", "header");
  const result: unknown = await functionOf(client, id)(
    ...inPlace("path").map(([, value]) => value),
    ...(request?.body === undefined ? [] : [objectOf(inPlace("body"))]),
    ...(named.length === 0 ? [] : [objectOf(named)]),
    { signal },
  );
  if (!request?.isList) return result;
  const { items, pagination } = result as { items: unknown; pagination: unknown };
  return { items, pagination };
}

/** An object without absent values. */
function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function functionOf(holder: object, name: string): (...args: unknown[]) => unknown {
  const found = (holder as Readonly<Record<string, unknown>>)[name];
  if (typeof found === "function") return found as (...args: unknown[]) => unknown;
  throw new TypeError(`Cannot run ${name}: the client of this page does not have it`);
}

/** Calls devnet control, for which the client has no function: sends the message of the sample, with the token. */
async function callControl(
  recording: typeof fetch,
  { call, values, target }: CallRun,
  signal: AbortSignal,
): Promise<unknown> {
  const missing = call.fields.find(({ info }, at) => info.required && values[at] === undefined);
  if (missing) {
    const { name, expected } = missing.info;
    throw new TypeError(`Cannot call ${call.name}: ${name} is missing, expected ${expected}`);
  }
  const response = await recording(movedTo(call, target).url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(target.token === "" ? {} : { [call.tokenHeader ?? ""]: target.token }),
    },
    body: JSON.stringify(messageOf(call, values)),
    signal,
  });
  return response.json();
}

function textOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
