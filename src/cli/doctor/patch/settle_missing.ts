import { SIMPLIFIED_CALLS } from "../../../generated/client/methods.gen.ts";
import { METHOD_COMMANDS, OPERATION_COMMANDS } from "../../../generated/commands.gen.ts";
import { SEGMENTS, type Segment } from "../../../generated/segments.gen.ts";
import { TOPICS } from "../../../generated/topics.gen.ts";
import type { Finding } from "../probe.ts";
import { at, callOf, type Fields, RPC_SPEC, type SpecValues } from "./locate_schema.ts";

/** Months that the specs ask a deprecated call to be served for. */
const MONTHS = 6;

/**
 * Brings a missing call or topic into the specs: it stays on the chains that have it, and is deprecated where none has.
 *
 * @param findings All of them, since a chain is examined on each of its networks.
 * @returns Why that cannot be done, or nothing.
 */
export function settleMissing(
  specs: SpecValues,
  finding: Finding,
  findings: readonly Finding[],
): string | undefined {
  const { subject } = finding;
  const known = chainsOf(subject);
  if (!known)
    return subject === "segment"
      ? "The service does not serve this chain and network."
      : "No connection was opened, so it is not known which topics there are.";
  const tried = findings.filter((one) => one.subject === subject && one.aspect === "");
  const missing = new Set(tried.filter(isMissing).map(chainOf));
  if (tried.some((one) => !isMissing(one) && missing.has(chainOf(one))))
    return "It is there on another network of the chain, and the specs know chains alone.";
  const left = known.filter((chain) => !missing.has(chain));
  const topics = at(specs[RPC_SPEC], "x-topics") ?? {};
  const target = (topics[subject] as Fields | undefined) ?? callOf(specs, subject);
  if (!target) return "The specs do not have it.";
  if (left.length > 0) {
    target["x-chains"] = left;
    if (Object.hasOwn(topics, subject)) narrowTopicSets(specs, topics, subject, left);
    return undefined;
  }
  if (Object.hasOwn(topics, subject)) return "The specs cannot deprecate a topic.";
  if (subject.endsWith("(simplified)")) return "It is the second form of a method that is there.";
  deprecate(target);
  return undefined;
}

function isMissing({ verdict }: Finding): boolean {
  return verdict === "missing";
}

function chainOf({ segment }: Finding): string {
  return SEGMENTS[segment as Segment].chain;
}

function chainsOf(subject: string): readonly string[] | undefined {
  const rows: Readonly<Record<string, { readonly chains: readonly string[] }>> = {
    ...OPERATION_COMMANDS,
    ...METHOD_COMMANDS,
    ...TOPICS,
    ...Object.fromEntries(
      Object.entries(SIMPLIFIED_CALLS).map(([name, { info }]) => [`${name} (simplified)`, info]),
    ),
  };
  return Object.hasOwn(rows, subject) ? rows[subject]?.chains : undefined;
}

/** The set of topics repeats for each chain those that it has. */
function narrowTopicSets(
  specs: SpecValues,
  topics: Fields,
  topic: string,
  left: readonly string[],
): void {
  const schemas = Object.values(at(specs[RPC_SPEC], "components", "schemas") ?? {}) as Fields[];
  for (const schema of schemas) {
    const lists = schema["x-values-by-chain"] as Record<string, string[]> | undefined;
    if (schema["x-repeats"] !== "x-topics" || !lists) continue;
    for (const chain of Object.keys(lists))
      if (!left.includes(chain))
        lists[chain] = (lists[chain] ?? []).filter((name) => name !== topic);
  }
}

function deprecate(call: Fields): void {
  const since = new Date();
  const sunset = new Date(since);
  sunset.setUTCMonth(sunset.getUTCMonth() + MONTHS);
  // A shorter month would end it a day early.
  sunset.setUTCDate(sunset.getUTCDate() + 1);
  call.deprecated = true;
  call["x-deprecated"] = {
    since: since.toISOString().slice(0, 10),
    sunset: sunset.toISOString().slice(0, 10),
    reason: "A deployed service does not have it.",
  };
}
