import { METHODS } from "../../src/generated/service/methods.gen.ts";
import { loadContract } from "../exchange_runner/mod.ts";
import { Chance } from "./chance.ts";
import { collectSeeds } from "./collect_seeds.ts";
import type { FuzzContext } from "./fuzz_context.ts";
import { fuzzHttp, type Outcome } from "./fuzz_http.ts";
import { fuzzSocket } from "./fuzz_socket.ts";

/** Options of a run. */
export interface FuzzOptions {
  readonly origin: string;
  readonly seed: number;
  /** Requests and frames. */
  readonly count: number;
  /** Called after every turn with how many were sent. */
  readonly onProgress?: (sent: number) => void;
}

/** Result of a run. */
export interface FuzzResult {
  /** Answers by class. */
  readonly counts: ReadonlyMap<string, number>;
  /** A text for each turn that failed: what is wrong, and what was sent. */
  readonly failures: readonly string[];
}

const ROOT = new URL("../..", import.meta.url).pathname;
const STRANGE_METHODS = [
  "",
  "rpc.discover",
  "dev_mine",
  "constructor",
  "__proto__",
  "chain_subscribe",
  "chain_updateSubscription",
  "chain_unsubscribe",
  "getBalance",
];
const WORKERS = 16;
const FRAMES = 10;
const SHOWN = 2_000;
const MOST_FAILURES = 5;

/** Sends mutated requests and frames, a few at a time. Which they are follows from the seed and what the service shows. */
export async function runFuzz({
  origin,
  seed,
  count,
  onProgress,
}: FuzzOptions): Promise<FuzzResult> {
  const contract = await loadContract(ROOT);
  const seeds = await collectSeeds(origin, contract);
  const methods = [...Object.keys(METHODS), ...STRANGE_METHODS];
  const context: FuzzContext = { origin, contract, seeds, methods, deadline: 10_000 };
  const counts = new Map<string, number>();
  const failures: string[] = [];
  let turn = 0;
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent < count && failures.length < MOST_FAILURES) {
      const chance = new Chance(seed, turn++);
      const isSocket = chance.happens(0.04);
      sent += isSocket ? FRAMES : 1;
      const outcome = await (isSocket
        ? fuzzSocket(chance, context, FRAMES)
        : fuzzHttp(chance, context));
      for (const { kind } of outcome.verdicts) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      failures.push(...describeFailure(outcome));
      onProgress?.(sent);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const health = await fetch(`${origin}/healthz`);
  if (!health.ok) failures.push(`/healthz answers ${health.status} at the end`);
  return { counts, failures };
}

function describeFailure({ verdicts, sent }: Outcome): string[] {
  const problems = verdicts.flatMap(({ kind, problems: found }) =>
    found.map((one) => `${kind}: ${one}`),
  );
  if (problems.length === 0) return [];
  const shown = JSON.stringify(sent.toString("latin1", 0, SHOWN));
  return [`${problems.slice(0, 3).join("; ")}\n  sent ${sent.length} bytes: ${shown}`];
}
