import { Random } from "./random.ts";

/** What a link does to requests and connections while a fault lasts. */
export const LINK_FAULTS = [
  ...["refused", "request lost", "answer lost", "request late", "request twice", "silent"],
  ...["no answer", "502", "502 after all", "internal error", "429", "broken JSON", "slow", "slow"],
  ...["no socket", "no socket", "request twice", "answer lost", "429"],
] as const;

/** What happens at one moment to a client. */
const CLIENT_FAULTS = [
  ...["cut", "clock jump", "key revoked", "client restart", "client restart"],
] as const;
const DOWN = ["restart", "crash"] as const;

/** What a commit does: nothing, though it succeeds; the same, and then nothing can be read for a while; take its time. */
export const STORE_FAULTS = [
  ...["commit fails", "commit seems to fail", "disk fails", "commit slow"],
] as const;
const SERVICE_FAULTS = [
  ...["reorganisation", "reorganisation", "clock jump", ...DOWN, ...STORE_FAULTS],
] as const;

export type FaultKind = (typeof LINK_FAULTS | typeof CLIENT_FAULTS | typeof SERVICE_FAULTS)[number];

/** What a seed decides before a run begins. */
export type Plan = ReturnType<typeof planOf>;

/** A fault, whole: a run with some of them left out has the others as they were. */
export type Fault = ReturnType<typeof faultOf>;

/** Draws a fault. */
function faultOf(random: Random, names: readonly string[], until: number, isOnDisk: boolean) {
  const who = random.pick(names);
  const kind = random.pick(kindsFor(who, isOnDisk));
  const isLong = random.chance(0.25);
  const short = Math.floor(60_000 ** random.next()) + random.between(0, 20_000);
  return {
    kind,
    /** Whom it hits: a client, a gateway or the service. */
    who,
    /** Milliseconds from the start. */
    at: random.between(5_000, until),
    /** Milliseconds that it lasts; of a clock jump, by how much. */
    lasts:
      kind === "clock jump"
        ? random.between(-90_000, 90_000)
        : isLong
          ? random.between(60_000, 120_000)
          : short,
    /** Share of requests that it hits. */
    share: random.pick([0.2, 0.5, 1]),
    /** Blocks of a reorganisation. */
    depth: random.between(1, 5),
  };
}

/** Draws what happens in a run of so many simulated minutes. */
export function planOf(seed: number, minutes: number) {
  const random = new Random(seed, "plan");
  const clients = namesOf("c", random.between(2, 5));
  const gateways = namesOf("g", random.between(0, 2));
  const isOnDisk = random.chance(0.6);
  const names = ["service", "service", ...clients, ...clients, ...gateways, ...gateways];
  const count = random.chance(0.5) ? random.between(4, 14) : random.between(15, 30);
  const single = Array.from({ length: count }, () =>
    faultOf(random, names, minutes * 54_000, isOnDisk),
  );
  // What is read while blocks are replaced, or while one fault follows another, is where most goes wrong.
  const during = single
    .filter(() => random.chance(0.4))
    .map((fault) => {
      const at = fault.at + random.between(0, Math.min(20_000, Math.abs(fault.lasts)));
      return random.chance(0.6)
        ? { ...fault, kind: "reorganisation" as const, who: "service", at }
        : { ...faultOf(random, [fault.who], at, isOnDisk), at };
    });
  const faults = [...single, ...during].toSorted((one, other) => one.at - other.at);
  return {
    seed,
    segment: random.chance(0.2) ? ("alpha" as const) : ("delta" as const),
    faults,
    /** Moments at which clients do more, also where the fault of that moment is left out. */
    busy: faults.map(({ at }) => at),
    clients,
    gateways,
    tier: random.pick(["Public", "Registered", "Enterprise"] as const),
    /** Whether the service and its gateways have files, which outlast them. */
    isOnDisk,
    /** Whether events are forgotten after a minute. */
    forgets: random.chance(0.5),
    /** Milliseconds of work and faults; what is under way ends later. */
    lasts: minutes * 60_000,
  };
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

/** Milliseconds for which a fault is felt after its end. */
export const FELT = 15_000;

/** Whether a fault of somebody, or of the service, was felt between two moments, and excuses an error. */
export function isExcused(
  { faults }: Plan,
  names: readonly string[],
  from: number,
  to: number,
): boolean {
  return faults.some(
    ({ who, at, lasts, kind }) =>
      (who === "service" || names.includes(who)) &&
      at <= to &&
      at + Math.abs(lasts) + FELT >= from &&
      kind !== "reorganisation" &&
      kind !== "clock jump",
  );
}

/** A fault in a line. */
export function textOf({ kind, at, lasts, who, share, depth }: Fault): string {
  const when = `${(at / 1000).toFixed(1)} s ${kind}`;
  if (kind === "reorganisation") return `${when} of ${depth} blocks`;
  if (kind === "clock jump") return `${when} at ${who} by ${lasts / 1000} s`;
  const long = `for ${(lasts / 1000).toFixed(1)} s`;
  if (isDown(kind) || kind === "client restart") return `${when} of ${who}, down ${long}`;
  if (CLIENT_FAULTS.includes(kind as never)) return `${when} at ${who}`;
  return `${when} at ${who} ${long}, ${share * 100} % of requests`;
}
