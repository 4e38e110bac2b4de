import { Random } from "./random.ts";

/** What a link does to requests and connections while a fault lasts. */
export const LINK_FAULTS = [
  ...["refused", "request lost", "answer lost", "request late", "request twice", "silent"],
  ...["no answer", "502", "502 after all", "internal error", "429", "broken JSON", "slow"],
] as const;

/** What happens at one moment to somebody. */
const CLIENT_FAULTS = ["cut", "clock jump", "key revoked", "client restart"] as const;
const DOWN = ["restart", "crash"] as const;

/** What a commit does: nothing, though it succeeds; the same, and then nothing can be read for a while; take its time. */
export const STORE_FAULTS = [
  ...["commit fails", "commit seems to fail", "disk fails", "commit slow"],
] as const;
const SERVICE_FAULTS = [
  ...["reorganisation", "reorganisation", "reorganisation", "clock jump"],
  ...[...DOWN, ...STORE_FAULTS],
] as const;

type FaultKind = (typeof LINK_FAULTS | typeof CLIENT_FAULTS | typeof SERVICE_FAULTS)[number];

/** A fault, whole: a run with some of them left out has the others as they were. */
export interface Fault {
  readonly kind: FaultKind;
  /** Milliseconds from the start. */
  readonly at: number;
  /** Milliseconds that it lasts; of a clock jump, by how much. */
  readonly lasts: number;
  /** Whom it hits: a client, a gateway or the service. */
  readonly who: string;
  /** Share of requests that it hits. */
  readonly share: number;
  /** Blocks of a reorganisation. */
  readonly depth: number;
}

/** What a seed decides before a run begins. */
export interface Plan {
  readonly seed: number;
  readonly segment: "alpha" | "delta";
  readonly faults: readonly Fault[];
  /** Names of clients and gateways. */
  readonly clients: readonly string[];
  readonly gateways: readonly string[];
  readonly tier: "Public" | "Registered" | "Enterprise";
  /** Whether the service and its gateways have files, which outlast them. */
  readonly isOnDisk: boolean;
  /** Whether events are forgotten after a minute. */
  readonly forgets: boolean;
  /** Whether clients get notices of reorganisations without their height, as a service may send them. */
  readonly isTerse: boolean;
  /** Milliseconds of work and faults; what is under way ends later. */
  readonly lasts: number;
}

/** Draws what happens in a run of so many simulated minutes. */
export function planOf(seed: number, minutes: number): Plan {
  const random = new Random(seed, "plan");
  const clients = namesOf("c", random.between(2, 5));
  const gateways = namesOf("g", Math.max(0, random.between(-1, 2)));
  const lasts = minutes * 60_000;
  const isOnDisk = random.chance(0.6);
  const faults = Array.from({ length: random.between(4, 14) }, (): Fault => {
    const who = random.pick(["service", ...clients, ...gateways, "service", ...clients]);
    const kind = random.pick(kindsFor(who, isOnDisk));
    return {
      ...{ kind, who },
      at: random.between(5_000, lasts * 0.9),
      lasts:
        kind === "clock jump"
          ? random.between(-90_000, 90_000)
          : random.chance(0.15)
            ? random.between(60_000, 120_000)
            : Math.floor(60_000 ** random.next()) + random.between(0, 20_000),
      share: random.pick([0.2, 0.5, 1]),
      depth: random.between(1, 5),
    };
  });
  faults.sort((one, other) => one.at - other.at);
  const tier = random.pick(["Public", "Registered", "Enterprise"] as const);
  const segment = random.chance(0.2) ? "alpha" : "delta";
  const forgets = random.chance(0.3);
  const isTerse = random.chance(0.3);
  return { seed, segment, faults, clients, gateways, tier, isOnDisk, forgets, isTerse, lasts };
}

function namesOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

/** Only files outlast a service that goes down, and have the keys of clients. */
function kindsFor(who: string, isOnDisk: boolean): readonly FaultKind[] {
  if (who.startsWith("g"))
    return [...LINK_FAULTS, "cut", "restart", isOnDisk ? "crash" : "restart"];
  const kinds = who === "service" ? SERVICE_FAULTS : [...LINK_FAULTS, ...CLIENT_FAULTS];
  return isOnDisk ? kinds : kinds.filter((kind) => !isDown(kind) && kind !== "key revoked");
}

function isDown(kind: FaultKind): boolean {
  return DOWN.includes(kind as never);
}

/** A fault in a line. */
export function textOf({ kind, at, lasts, who, share, depth }: Fault): string {
  const when = `${(at / 1000).toFixed(1)} s`;
  if (kind === "reorganisation") return `${when} ${kind} of ${depth} blocks`;
  if (kind === "clock jump") return `${when} ${kind} at ${who} by ${lasts / 1000} s`;
  const long = `for ${(lasts / 1000).toFixed(1)} s`;
  if (isDown(kind)) return `${when} ${kind} of ${who}, down ${long}`;
  if (CLIENT_FAULTS.includes(kind as never)) return `${when} ${kind} at ${who}`;
  return `${when} ${kind} at ${who} ${long}, ${share * 100} % of requests`;
}
