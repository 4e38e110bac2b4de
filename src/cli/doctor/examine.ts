import { type ResolvedEndpoints, resolveEndpoints, type Segment } from "../../chains/mod.ts";
import type { Client } from "../../client/mod.ts";
import { OPERATION_CALLS } from "../../generated/client/operations.gen.ts";
import { METHOD_COMMANDS, OPERATION_COMMANDS } from "../../generated/commands.gen.ts";
import { API_KEY_HEADER } from "../../generated/limits.gen.ts";
import { parseJson, rowOf } from "../json.ts";
import { difference, fieldsOf } from "./judge.ts";
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

interface Examination {
  readonly segment: Segment;
  readonly endpoint: string;
  readonly apiKey: string | undefined;
  readonly client: Client;
  /** Seconds that events are waited for. */
  readonly eventSeconds: number;
  readonly onProbe: (done: number, total: number) => void;
  /** Called with a request whose answer takes long. */
  readonly onWait: (request: ProbeRequest) => void;
}

/** Milliseconds after which an answer takes long. */
const LONG = 3_000;

/** Compares a segment of a service with the specs, by requests that change nothing. */
export async function examine(examination: Examination): Promise<Finding[]> {
  const { segment, endpoint, apiKey, client, eventSeconds, onProbe, onWait } = examination;
  const endpoints = resolveEndpoints(segment, endpoint);
  function send(request: ProbeRequest): Promise<ProbeAnswer> {
    const waiting = setTimeout(onWait, LONG, request);
    return sendProbe(client, request).finally(() => clearTimeout(waiting));
  }
  if (!(await isServed(send, endpoints))) {
    const request = curlOf({ url: infoUrl(endpoints) }, apiKey !== undefined);
    return [
      { segment, subject: "segment", aspect: "", verdict: "missing", differences: [], request },
    ];
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
  });
  const context: ProbeContext = { segment, endpoints, samples };
  const probes = [...restProbes(context), ...rpcProbes(context)];
  const findings: Finding[] = [];
  const missing = new Set<string>();
  for (const [index, probe] of probes.entries()) {
    onProbe(index, probes.length);
    const finding = await findingOf(segment, probe, missing, send, apiKey !== undefined);
    if (finding) findings.push(finding);
  }
  onProbe(probes.length, probes.length);
  return [...findings, ...(await probeTopics(context, apiKey, eventSeconds))];
}

type Send = (request: ProbeRequest) => Promise<ProbeAnswer>;

/** The URL of the operation that every chain has. */
function infoUrl({ servers }: ResolvedEndpoints): string {
  const { path, server } = OPERATION_CALLS.getChainInfo.info;
  return `${servers[server]}${path}`;
}

/** A segment is served where REST or JSON-RPC tells of the chain in any shape. */
async function isServed(send: Send, endpoints: ResolvedEndpoints): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: CHAIN_INFO, params: [] });
  const tries = [send({ url: infoUrl(endpoints) }), send({ url: endpoints.rpc ?? "", body })];
  const answers = await Promise.allSettled(tries);
  const [failed] = answers.filter((answer) => answer.status === "rejected");
  if (failed && answers.every(({ status }) => status === "rejected")) throw failed.reason;
  return answers.some((answer) => answer.status === "fulfilled" && answer.value.status !== 404);
}

/** Undefined for a further probe of what is missing. */
async function findingOf(
  segment: Segment,
  probe: Probe | Untried,
  missing: Set<string>,
  send: Send,
  hasKey: boolean,
): Promise<Finding | undefined> {
  const { subject, aspect } = probe;
  if (missing.has(subject)) return undefined;
  const untried = { segment, subject, aspect, differences: [] };
  if (!("judge" in probe)) return { ...untried, verdict: "not tried", reason: probe.reason };
  const tried = { ...untried, request: curlOf(probe.request, hasKey) };
  try {
    const differences = probe.judge(await send(probe.request));
    if (differences !== "missing")
      return { ...tried, differences, verdict: verdictOf(differences) };
    missing.add(subject);
    const reason = reasonOfAbsence(subject);
    return { ...tried, verdict: "missing", ...(reason !== undefined && { reason }) };
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    if (code === "quota_exhausted") return { ...tried, verdict: "not tried", reason: message };
    const differences = [difference("", "an answer", message)];
    return { ...tried, differences, verdict: "differs" };
  }
}

/** A service may leave out what is deprecated. */
function reasonOfAbsence(subject: string): string | undefined {
  const { deprecated } = rowOf({ ...OPERATION_COMMANDS, ...METHOD_COMMANDS }, subject) ?? {};
  return deprecated && `It is deprecated since ${deprecated.since}. ${deprecated.reason}`;
}

/** Sends by the client's rate limit; a POST of a read is sent again like a GET. */
async function sendProbe(client: Client, { url, body }: ProbeRequest): Promise<ProbeAnswer> {
  const headers = { "Content-Type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", headers, body };
  for (let attempt = 0; ; attempt++) {
    const response = await client.fetch(url, init);
    const text = await response.text();
    // The limiter has learned of the refusal, and holds the next request back.
    if (response.status !== 429 || attempt === 3)
      return { status: response.status, text, body: parseJson(text) };
  }
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
