import { Readable } from "node:stream";
import { type ResolvedEndpoints, resolveEndpoints, type Segment } from "../../chains/mod.ts";
import type { Client } from "../../client/mod.ts";
import { OPERATION_CALLS } from "../../generated/client/operations.gen.ts";
import { METHOD_COMMANDS, OPERATION_COMMANDS } from "../../generated/commands.gen.ts";
import { API_KEY_HEADER } from "../../generated/limits.gen.ts";
import { parseJson } from "../../argument_text.ts";
import { fieldsOf } from "../../validation/mod.ts";
import { rowOf } from "../json.ts";
import { difference } from "./judge.ts";
import {
  type Finding,
  type Probe,
  type ProbeAnswer,
  type ProbeContext,
  type ProbeRequest,
  type Untried,
  verdictOf,
} from "./probe.ts";
import { probeTopics } from "./probe_topics.ts";
import { restProbes } from "./rest_probes.ts";
import { CHAIN_INFO, rpcProbes } from "./rpc_probes.ts";
import { collectSamples } from "./samples.ts";
import { DeadlineError, type Wait, waitFor } from "./wait.ts";

interface Examination {
  readonly segment: Segment;
  readonly endpoint: string;
  readonly apiKey: string | undefined;
  readonly client: Client;
  /** Seconds that events are waited for. */
  readonly eventSeconds: number;
  readonly wait: Wait;
  readonly onProbe: (done: number, total: number) => void;
}

/** Operations, methods and other subjects of a segment that are probed at a time. */
const AT_A_TIME = 4;

/** Compares a segment of a service with the specs, by requests that change nothing. */
export async function examine(examination: Examination): Promise<Finding[]> {
  const { segment, endpoint, apiKey, client, eventSeconds, wait, onProbe } = examination;
  const endpoints = resolveEndpoints(segment, endpoint);
  const hasKey = apiKey !== undefined;
  const send: Send = (request) =>
    waitFor(nameOf(request), wait, () => sendProbe(client, request, wait.signal));
  if (!(await isServed(send, endpoints))) {
    const request = curlOf({ url: infoUrl(endpoints) }, hasKey);
    return [{ ...SEGMENT, segment, verdict: "missing", request }];
  }
  const samples = await collectSamples(async (id, query) => {
    const { items = "", path, server } = OPERATION_CALLS[id].info;
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    );
    const url = `${endpoints.servers[server]}${path}?${search}`;
    const answer = await send({ url }).catch(() => undefined);
    const list = fieldsOf(fieldsOf(answer?.body).data)[items];
    return Array.isArray(list) ? list.map(fieldsOf) : [];
  }, client);
  const context: ProbeContext = { segment, endpoints, samples };
  const probes = [...restProbes(context), ...rpcProbes(context)];
  let done = 0;
  const ofTopics = probeTopics(context, apiKey, eventSeconds, wait);
  const bySubject = Map.groupBy(probes, ({ subject }) => subject).values();
  const probeGroup = async (group: typeof probes): Promise<Finding[]> => {
    const findings = await probeSubject(segment, group, send, hasKey);
    onProbe((done += group.length), probes.length);
    return findings;
  };
  const inTurn = Readable.from(bySubject).map(probeGroup, { concurrency: AT_A_TIME });
  const ofCalls = (await inTurn.toArray()) as Finding[][];
  return [...ofCalls.flat(), ...(await ofTopics)];
}

/** Fields of a finding of the segment as a whole. */
export const SEGMENT = { subject: "segment", aspect: "", differences: [] } as const;

type Send = (request: ProbeRequest) => Promise<ProbeAnswer>;

/** The URL of the operation that every chain has. */
function infoUrl({ servers }: ResolvedEndpoints): string {
  const { path, server } = OPERATION_CALLS.getChainInfo.info;
  return `${servers[server]}${path}`;
}

/** Returns true if REST or JSON-RPC answers a request for the state of the chain with anything but 404. */
async function isServed(send: Send, endpoints: ResolvedEndpoints): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: CHAIN_INFO, params: [] });
  const tries = [send({ url: infoUrl(endpoints) }), send({ url: endpoints.rpc ?? "", body })];
  const answers = await Promise.allSettled(tries);
  const [failed] = answers.filter((answer) => answer.status === "rejected");
  if (failed && answers.every(({ status }) => status === "rejected")) throw failed.reason;
  return answers.some((answer) => answer.status === "fulfilled" && answer.value.status !== 404);
}

/** Findings of the probes of a subject, up to the first that finds it missing or has no answer in time. */
async function probeSubject(
  segment: Segment,
  probes: readonly (Probe | Untried)[],
  send: Send,
  hasKey: boolean,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const probe of probes) {
    const { subject, aspect } = probe;
    const untried = { segment, subject, aspect, differences: [] };
    if ("judge" in probe) {
      const request = curlOf(probe.request, hasKey);
      const { isLast, ...outcome } = await outcomeOf(probe, send);
      findings.push({ ...untried, request, ...outcome });
      if (isLast) break;
    } else findings.push({ ...untried, verdict: "not tried", reason: probe.reason });
  }
  return findings;
}

interface Outcome extends Pick<Finding, "verdict"> {
  readonly differences?: Finding["differences"];
  readonly reason?: string;
  /** True if further probes of the subject would come to the same. */
  readonly isLast?: boolean;
}

async function outcomeOf({ subject, request, judge }: Probe, send: Send): Promise<Outcome> {
  try {
    const differences = judge(await send(request));
    if (differences !== "missing") return { differences, verdict: verdictOf(differences) };
    const reason = reasonOfAbsence(subject);
    return { verdict: "missing", ...(reason !== undefined && { reason }), isLast: true };
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    if (code === "quota_exhausted" || error instanceof DeadlineError)
      return { verdict: "not tried", reason: message };
    const differences = [difference("", "an answer", message)];
    return { verdict: "differs", differences, isLast: code === "timeout" };
  }
}

/** A service may leave out deprecated calls. */
function reasonOfAbsence(subject: string): string | undefined {
  const { deprecated } = rowOf({ ...OPERATION_COMMANDS, ...METHOD_COMMANDS }, subject) ?? {};
  return deprecated && `It is deprecated since ${deprecated.since}. ${deprecated.reason}`;
}

const TRIES = 4;

/**
 * Sends by the client's rate limit. A POST of a read is sent again like a GET, after a refusal by the rate limit or a
 * lost connection; a request without an answer in time is not.
 */
async function sendProbe(
  client: Client,
  { url, body }: ProbeRequest,
  signal: AbortSignal,
): Promise<ProbeAnswer> {
  const headers = { "Content-Type": "application/json" };
  const init = body === undefined ? { signal } : { method: "POST", headers, body, signal };
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === TRIES;
    try {
      const response = await client.fetch(url, init);
      const text = await response.text();
      // The limiter has learned of the refusal, and holds the next request back.
      if (isLast || response.status !== 429)
        return { status: response.status, text, body: parseJson(text) };
    } catch (error) {
      if (isLast || (error as { readonly code?: unknown }).code !== "network") throw error;
    }
  }
}

/** The name of a wait for the answer to a request. */
function nameOf({ url, body }: ProbeRequest): string {
  const { method } = fieldsOf(parseJson(body ?? ""));
  return `an answer of ${url}${typeof method === "string" ? ` to ${method}` : ""}`;
}

/** The command that repeats a request; the key is taken from the environment. */
function curlOf({ url, body }: ProbeRequest, hasKey: boolean): string {
  const key = hasKey ? [`-H "${API_KEY_HEADER}: $ALPHADELTA_KEY"`] : [];
  const json =
    body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`];
  return ["curl -s", ...key, ...json, quoted(url)].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
