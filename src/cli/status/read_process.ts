import { boundText } from "../../errors/internal.ts";
import { readBody, SYSTEM_CLOCK } from "../../transport/internal.ts";
import type { Clock } from "../../transport/mod.ts";

/** A sample of the metrics of a process. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of a process by the name of their metric, and when they were read, in milliseconds since 1970. */
export interface ProcessMetrics {
  readonly at: number;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

/** The readiness and the metrics of a process. */
export interface ProcessReading {
  readonly url: string;
  /** Why it is not ready; undefined where it is. */
  readonly failure: string | undefined;
  /** Undefined where `/metrics` refuses us. */
  readonly metrics: ProcessMetrics | undefined;
}

/** Milliseconds that a process has to answer. */
const PATIENCE = 5_000;

/** Most bytes of an answer: the metrics of a service with 100,000 labelled keys. */
const LONGEST_ANSWER = 8 * 2 ** 20;

/** Reads `/readyz` and `/metrics` of a process. Never rejects: an error becomes the failure of the process. */
export async function readProcess(
  url: string,
  clock: Clock = SYSTEM_CLOCK,
): Promise<ProcessReading> {
  try {
    const [ready, metrics] = await Promise.all([get(`${url}/readyz`), get(`${url}/metrics`)]);
    const failure = failureIn(ready);
    if (metrics.status !== 200) return { url, failure, metrics: undefined };
    const samples = parseMetrics(metrics.text);
    return { url, failure, metrics: { at: clock.now(), samples } };
  } catch (error) {
    return { url, failure: failureText(error), metrics: undefined };
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The reasons in `/readyz` for which a process is not ready; another kind of server may answer anything. */
function failureIn({ status, text }: Answer): string | undefined {
  const lines = text.split("\n");
  if (status === 200 && lines[0] === "ready") return undefined;
  const reasons = lines.flatMap((line) => /^not ready: (.*)/.exec(line)?.[1] ?? []);
  if (reasons.length > 0) return boundText(reasons.join("; "));
  return `/readyz answers ${status}, and not as a service does; is the address right?`;
}

async function get(url: string): Promise<Answer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE), redirect: "manual" });
  const text = await readBody(response, false, LONGEST_ANSWER);
  if (text !== undefined) return { status: response.status, text: String(text) };
  throw new Error(`${new URL(url).pathname} answers more than ${LONGEST_ANSWER} bytes`);
}

function failureText(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return `no answer within ${PATIENCE / 1_000} s`;
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}

/** Characters of the longest line that is read; that of a service has some hundred. */
const LONGEST_LINE = 16_384;

const LINE = /^(?<name>[\w:]+)(?:\{(?<labels>(?:"(?:\\.|[^"\\])*"|[^"}])*)\})? (?<value>\S+)/;

/** Sticky, so that the time grows with the length alone. */
const LABEL = /(?<name>\w+)="(?<value>(?:\\.|[^"\\])*)",?/gy;

/** Reads the text format of Prometheus, in time that grows with its length alone; a line that is none of it is passed over. */
export function parseMetrics(text: string): ReadonlyMap<string, readonly Sample[]> {
  const metrics = new Map<string, Sample[]>();
  for (const line of text.split("\n")) {
    if (line.length > LONGEST_LINE) continue;
    const { name, labels = "", value } = LINE.exec(line)?.groups ?? {};
    if (name === undefined || value === undefined) continue;
    const number = Number(value.replace("Inf", "Infinity"));
    const sample = { labels: parseLabels(labels), value: number };
    const samples = metrics.get(name);
    if (samples) samples.push(sample);
    else metrics.set(name, [sample]);
  }
  return metrics;
}

function parseLabels(text: string): Sample["labels"] {
  const pairs = [...text.matchAll(LABEL)].map(({ groups }) => [
    groups?.name,
    groups?.value?.replaceAll(/\\(.)/g, (_, one: string) => (one === "n" ? "\n" : one)),
  ]);
  return Object.fromEntries(pairs) as Sample["labels"];
}
