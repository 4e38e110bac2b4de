import { SIMPLIFIED_CALLS } from "../../../generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../../../generated/client/operations.gen.ts";
import { METHOD_COMMANDS, OPERATION_COMMANDS } from "../../../generated/commands.gen.ts";
import { type Segment, SEGMENTS } from "../../../generated/segments.gen.ts";
import { TOPICS } from "../../../generated/topics.gen.ts";
import { rowOf } from "../../json.ts";
import type { Difference, Finding } from "../probe.ts";
import {
  addField,
  addKnownValue,
  addToSets,
  allowValue,
  makeOptional,
  MARKS,
} from "./change_schema.ts";
import {
  alternativesOf,
  at,
  callOf,
  type Fields,
  placeOf,
  REST_SPEC,
  RPC_SPEC,
  schemaAbove,
  schemaIn,
  type SpecValues,
} from "./locate_schema.ts";

const NO_SCHEMA = "No schema of the specs describes it.";
const ENVELOPE =
  "It is part of what stands around every answer, which clients read before they know the call.";
const ITEMS =
  "The specs describe the shape of an answer, not which items are on a page or in what order.";
const WHEN = "The specs list the answers of a call, not which value is answered with which.";

/** Why differences of other than a value's schema cannot be proposed, by the aspect or the path; the first that fits. */
const REASONS: readonly (readonly [what: RegExp, reason: string])[] = [
  [/^JSON-RPC\|/, "JSON-RPC 2.0 fixes it."],
  [/^[^|]*\|(?:unknown|malformed|a wrong parameter)/, WHEN],
  [/^[^|]*\|\w+ above /, "The largest value that the service takes is not known."],
  [/^[^|]*\|(?:order|by|status|type|a page)\b/, ITEMS],
  [/\|(?:meta|error|success|jsonrpc|id)(?:\.|$)/, ENVELOPE],
  [/\|status$/, "The call failed, so its normal answer is unknown."],
];

/** Brings a difference into the specs; answers why that cannot be done, or nothing. */
export function settleDifference(
  specs: SpecValues,
  finding: Finding,
  difference: Difference,
): string | undefined {
  if (difference.documented !== undefined && difference.path !== "")
    return settleValue(specs, finding, difference);
  const { subject, aspect } = finding;
  const isSettled =
    renameSuccess(specs, subject, difference) ||
    (aspect === "by hash" && takeNoHash(specs, subject)) ||
    (aspect.startsWith("unknown ") && addErrorCode(specs, difference)) ||
    (aspect.startsWith("malformed ") && addErrorCode(specs, difference));
  if (isSettled) return undefined;
  const what = `${subject}|${aspect}|${difference.path || "status"}`;
  return REASONS.find(([form]) => form.test(what))?.[1] ?? NO_SCHEMA;
}

function settleValue(
  specs: SpecValues,
  { subject, segment }: Finding,
  { path, expected, got, value }: Difference,
): string | undefined {
  const above = schemaAbove(specs, subject, path);
  const name = path.slice(path.lastIndexOf(".") + 1);
  const isLeftOut = value === undefined && got === "nothing";
  if (isEnvelope(subject, path) && !(isLeftOut && path === "meta")) return ENVELOPE;
  if (isLeftOut) {
    const required = above && (schemaIn(above).required as readonly string[] | undefined);
    if (!above || !required) return NO_SCHEMA;
    if (isItemKey(specs, subject, name))
      return "Clients tell the items of the list apart by it (x-pagination).";
    makeOptional(above, name);
    return undefined;
  }
  if (expected === "no such field") {
    if (!above) return NO_SCHEMA;
    addField(specs, above, name, value);
    return undefined;
  }
  const place = placeOf(specs, subject, path);
  if (!place) return NO_SCHEMA;
  const { chain } = SEGMENTS[segment as Segment];
  if (!addKnownValue(specs, place, value, chain)) allowValue(specs, place, value);
  return undefined;
}

/** Tells whether a field is of the envelope, or of the page numbers that clients read in every list. */
function isEnvelope(subject: string, path: string): boolean {
  const [root = ""] = path.split(".");
  if (/(^|\.)pagination\./.test(path) || path === "data") return true;
  return !["data", "result", "params"].includes(root);
}

function isItemKey(specs: SpecValues, subject: string, name: string): boolean {
  return at(callOf(specs, subject), "x-pagination")?.key === name;
}

/** A success with another status of success is documented with that. */
function renameSuccess(specs: SpecValues, subject: string, { path, got }: Difference): boolean {
  const responses = at(callOf(specs, subject), "responses");
  const status = /^2\d\d\b/.exec(got)?.[0];
  if (!responses || !["status", ""].includes(path) || status === undefined) return false;
  const known = Object.keys(responses).find((key) => key.startsWith("2"));
  if (known === undefined || known === status) return known === status;
  responses[status] = responses[known];
  delete responses[known];
  return true;
}

/** The first parameter in the path takes a height alone, where it took a hash too. */
function takeNoHash(specs: SpecValues, subject: string): boolean {
  const parameters = (callOf(specs, subject)?.parameters ?? []) as readonly Fields[];
  const [parameter] = parameters.filter((one) => one.in === "path");
  if (!parameter || !Object.hasOwn(OPERATION_CALLS, subject)) return false;
  const place = { file: REST_SPEC, holder: parameter, key: "schema" };
  const { anyOf } = schemaIn(place);
  if (!Array.isArray(anyOf)) return false;
  const left = alternativesOf(specs, place).findIndex((one) => schemaIn(one).type === "integer");
  if (left < 0) return false;
  parameter.schema = anyOf[left];
  return true;
}

/** A refusal with the right status and another code adds the code. */
function addErrorCode(specs: SpecValues, { expected, got }: Difference): boolean {
  const [status, code = ""] = got.split(" ");
  if (status !== expected.split(" ")[0] || !/^[A-Z][A-Z0-9_]*$/.test(code)) return false;
  const spec = specs[REST_SPEC];
  const codes = at(spec, "x-error-codes");
  if (!codes || Object.hasOwn(codes, code)) return false;
  const description = "Sent by a deployed service; not described by the interface.";
  codes[code] = { status: Number(status), description, ...MARKS };
  const schemas = Object.values(at(spec, "components", "schemas") ?? {}) as Fields[];
  for (const schema of schemas)
    if (schema["x-repeats"] === "x-error-codes") addToSets(schema, code);
  return true;
}

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
  return rowOf(rows, subject)?.chains;
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
