/** A sample of the metrics of a process. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of a process by the name of their metric, and when they were read, in milliseconds of a clock that never goes back. */
export interface Metrics {
  readonly at: number;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

/** What a process says of itself. */
export interface ProcessReading {
  readonly url: string;
  /** Why it is not ready; undefined where it is. */
  readonly failure: string | undefined;
  /** Undefined where `/metrics` does not answer to us. */
  readonly metrics: Metrics | undefined;
}

/** Milliseconds that a process has to answer. */
const PATIENCE = 5_000;

/** Reads `/readyz` and `/metrics` of a process. Never rejects: what fails is told as its failure. */
export async function readProcess(url: string): Promise<ProcessReading> {
  try {
    const [ready, metrics] = await Promise.all([get(`${url}/readyz`), get(`${url}/metrics`)]);
    const failure = failureIn(ready);
    if (metrics.status !== 200) return { url, failure, metrics: undefined };
    const samples = parseMetrics(metrics.text);
    return { url, failure, metrics: { at: performance.now(), samples } };
  } catch (error) {
    return { url, failure: reasonOf(error), metrics: undefined };
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Why `/readyz` says that a process is not ready; another kind of server may answer anything. */
function failureIn({ status, text }: Answer): string | undefined {
  const lines = text.split("\n");
  if (status === 200 && lines.includes("ready")) return undefined;
  const reasons = lines.flatMap((line) => /^not ready: (.*)/.exec(line)?.[1] ?? []);
  if (reasons.length > 0) return reasons.join("; ");
  return `/readyz answers ${status}, and not as a service does; is the address right?`;
}

async function get(url: string): Promise<Answer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE), redirect: "manual" });
  return { status: response.status, text: await response.text() };
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return `no answer within ${PATIENCE / 1_000} s`;
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}

const LINE = /^(?<name>[\w:]+)(?:\{(?<labels>.*)\})? (?<value>\S+)/;
const LABEL = /(?<name>\w+)="(?<value>(?:\\.|[^"\\])*)"/g;

/** Reads the text format of Prometheus. */
function parseMetrics(text: string): ReadonlyMap<string, Sample[]> {
  const found = new Map<string, Sample[]>();
  for (const line of text.split("\n")) {
    const { name, labels: given = "", value } = LINE.exec(line)?.groups ?? {};
    if (name === undefined || value === undefined) continue;
    const pairs = [...given.matchAll(LABEL)].map(({ groups }) => [groups?.name, groups?.value]);
    const labels = Object.fromEntries(pairs) as Sample["labels"];
    const sample = { labels, value: value === "+Inf" ? Infinity : Number(value) };
    found.set(name, [...(found.get(name) ?? []), sample]);
  }
  return found;
}

/** The sum of a metric's samples whose labels match; undefined where there are none. */
export function sumOf(
  metrics: Metrics | undefined,
  name: string,
  matches: (labels: Sample["labels"]) => boolean = () => true,
): number | undefined {
  const values = metrics?.samples.get(name)?.filter(({ labels }) => matches(labels));
  if (!values || values.length === 0) return undefined;
  return values.reduce((sum, { value }) => sum + value, 0);
}

/** What a counter gained each second between two readings; undefined before there are two of one run of the process. */
export function rateOf(
  [before, now]: readonly [Metrics | undefined, Metrics | undefined],
  name: string,
  matches?: (labels: Sample["labels"]) => boolean,
): number | undefined {
  if (!before || !now || now.at <= before.at) return undefined;
  const gained = (sumOf(now, name, matches) ?? 0) - (sumOf(before, name, matches) ?? 0);
  // A counter that went back is that of another run.
  return gained < 0 ? undefined : gained / ((now.at - before.at) / 1_000);
}

/**
 * The upper bound, in seconds, of the histogram's bucket in which the slowest of `share` of all requests since the
 * reading before are, as in Prometheus the greatest one for what is above it; undefined where there were none.
 */
export function quantileOf(
  [before, now]: readonly [Metrics | undefined, Metrics | undefined],
  name: string,
  share: number,
): number | undefined {
  const bounds = new Set(now?.samples.get(`${name}_bucket`)?.map(({ labels }) => labels.le ?? ""));
  const gained = [...bounds].map((bound) => {
    const matches = ({ le }: Sample["labels"]): boolean => le === bound;
    const sum = (metrics: Metrics | undefined): number =>
      sumOf(metrics, `${name}_bucket`, matches) ?? 0;
    return { bound: bound === "+Inf" ? Infinity : Number(bound), count: sum(now) - sum(before) };
  });
  const total = Math.max(0, ...gained.map(({ count }) => count));
  if (total === 0) return undefined;
  const { bound } = gained.find(({ count }) => count >= total * share) ?? {};
  return bound === Infinity ? gained.at(-2)?.bound : bound;
}
