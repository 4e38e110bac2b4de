import { createClient } from "../../client/mod.ts";
import { sleep } from "../../transport/internal.ts";
import { type Clock, createTransport, type Transport } from "../../transport/mod.ts";
import { checkSegment, type ConnectionFlags, readSettings } from "../settings/connection.ts";
import type { Terminal } from "../terminal.ts";
import { examine, SEGMENT } from "./examine.ts";
import { difference } from "./judge.ts";
import type { Finding } from "./probe.ts";
import { DeadlineError, LONGEST_ANSWER, type Wait } from "./wait.ts";

/** Milliseconds between looks at the rate limit. */
const STEP = 20;

/** Requests under way at a time, of all segments. */
const MOST_IN_FLIGHT = 16;

interface Limits {
  /** Seconds after which no further probe is tried. */
  readonly timeout: number;
  /** Seconds that events are waited for. */
  readonly events: number;
}

/** Why something was not tried when the time of all was over. */
export function overTime(seconds: number): string {
  return `The ${seconds} s of --timeout are over.`;
}

/**
 * Examines segments at the same time, within one rate limit.
 *
 * @throws {Error} If none of them can be reached; one alone is a finding.
 */
export async function examineSegments(
  terminal: Terminal,
  flags: ConnectionFlags,
  segments: readonly string[],
  { timeout, events }: Limits,
): Promise<Finding[]> {
  const [chain = ""] = segments;
  const { endpoint, apiKey, tier } = await readSettings(terminal, { ...flags, chain });
  const bounds = { timeout: LONGEST_ANSWER, retries: 0, maxInFlight: MOST_IN_FLIGHT };
  const { stderr, clock } = terminal;
  const transport = createTransport({ apiKey, tier, clock, ...bounds });
  const end = new AbortController();
  const stop = (): void => end.abort(new DeadlineError(overTime(timeout)));
  const deadline = clock.setTimeout(stop, timeout * 1000);
  const wait: Wait = {
    clock,
    signal: end.signal,
    turn: () => takeTurn(transport, clock, new URL(endpoint).origin, end.signal),
    onWait(what) {
      stderr.redraw("");
      stderr.line(`Still waiting for ${what}`);
    },
  };
  const outcomes = await Promise.allSettled(
    segments.map((name) => {
      const segment = checkSegment(name);
      const client = createClient(segment, { endpoints: endpoint, transport });
      return examine({
        ...{ segment, endpoint, apiKey, client, eventSeconds: events, wait },
        onProbe: (done, total) => stderr.redraw(`${segment}: ${done} of ${total} probes`),
      });
    }),
  );
  clock.clearTimeout(deadline);
  stderr.redraw("");
  const [first] = outcomes;
  if (first?.status === "rejected" && outcomes.every(({ status }) => status === "rejected"))
    throw first.reason;
  return outcomes.flatMap((outcome, index) =>
    outcome.status === "fulfilled" ? outcome.value : unreached(segments[index], outcome.reason),
  );
}

/** Waits for the rate limit, which requests of all segments share. */
async function takeTurn(
  transport: Transport,
  clock: Clock,
  host: string,
  signal: AbortSignal,
): Promise<void> {
  while (transport.budget(host).second.remaining < 1) await sleep(STEP, clock, signal);
  transport.spend(host, 1);
}

function unreached(segment = "", error: unknown): Finding {
  const { message } = error as Error;
  if (error instanceof DeadlineError)
    return { ...SEGMENT, segment, verdict: "not tried", reason: message };
  const differences = [difference("", "an answer", message)];
  return { ...SEGMENT, segment, verdict: "differs", differences };
}
