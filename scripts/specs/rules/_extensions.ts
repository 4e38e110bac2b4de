import { isObject, type Json } from "../json.ts";

/** What a key that begins with `x-` may hold. */
export interface Extension {
  /** In the words of a message. */
  readonly expected: string;
  /** Tells whether `value` is that; `chains` are the chains of the specs. */
  fits(value: Json, chains: readonly string[]): boolean;
}

const TEXT: Extension = { expected: "a text", fits: isText };
const FLAG: Extension = { expected: "true or false", fits: (value) => typeof value === "boolean" };
const OBJECT: Extension = { expected: "an object", fits: isObject };
const LIST: Extension = { expected: "a list", fits: Array.isArray };

/** Every key with `x-` that the specs may use. */
export const EXTENSIONS: Readonly<Record<string, Extension>> = {
  "x-source": {
    expected: "given or decided",
    fits: (value) => value === "given" || value === "decided",
  },
  "x-reason": TEXT,
  "x-description": TEXT,
  "x-expected": TEXT,
  "x-example": OBJECT,
  "x-extensions": LIST,
  "x-decided": OBJECT,
  "x-extensible-enum": {
    expected: "a list of values, at least one",
    fits: (value) => Array.isArray(value) && value.length > 0,
  },
  "x-values-by-chain": {
    expected: "an object with a list of values for each chain",
    fits: (value, chains) =>
      isObject(value) &&
      Object.keys(value).every((chain) => chains.includes(chain)) &&
      chains.every((chain) => Array.isArray(value[chain])),
  },
  "x-chains": {
    expected: "a list of chains, at least one",
    fits: (value, chains) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((chain) => chains.includes(String(chain))),
  },
  "x-deprecated": {
    expected:
      'an object with the reason, and of an operation or a method the dates since and sunset: `{ since: "2026-01-31", sunset: "2026-07-31", reason: "Use … instead." }`',
    fits: (value) =>
      hasFields(value, { reason: isText, since: isOptionalDate, sunset: isOptionalDate }),
  },
  "x-safe": FLAG,
  "x-simplified": FLAG,
  "x-websocket": FLAG,
  "x-pagination": {
    expected:
      "an object with the key of the items, the field that tells them apart, and where new ones come in, start or end, if not anywhere: `{ items: blocks, key: hash, grows: start }`, or how it goes on by cursor: `{ items: blocks, key: hash, cursor: { parameter: after, next: next } }`",
    fits: (value) =>
      hasFields(value, { items: isText, key: isText, grows: isGrowth, cursor: isCursor }) &&
      !(isObject(value) && value.grows !== undefined && value.cursor !== undefined),
  },
  "x-height": {
    expected:
      "an object with the field of the height: `{ field: blockNumber }`, and settles or hash",
    fits: (value) =>
      hasFields(value, { field: isText, settles: isOptionalFlag, hash: isOptionalText }),
  },
  "x-limit": { expected: "the name of a limit in x-limits", fits: isText },
  "x-segments": {
    expected: "an object of segments, each with chain, network and addressPrefix",
    fits: rowsWith({ chain: isText, network: isText, addressPrefix: isText }),
  },
  "x-rate-tiers": {
    expected:
      "an object of tiers, each with requestsPerSecond and requestsPerDay, numbers or null, and assigned, keyless or key, if it is that of somebody",
    fits: rowsWith({
      requestsPerSecond: isBound,
      requestsPerDay: isBound,
      assigned: (value) => value === undefined || value === "keyless" || value === "key",
    }),
  },
  "x-error-codes": {
    expected: "an object of codes, each with a status that is a number",
    fits: rowsWith({ status: isNumber }),
  },
  "x-limits": {
    expected: "an object of limits, each with a value that is a number",
    fits: rowsWith({ value: isNumber }),
  },
  "x-servers": {
    expected: "an object with the URL templates rpc and ws, and wsKeyParameter, the query parameter of a key",
    fits: (value) => hasFields(value, { rpc: isText, ws: isText, wsKeyParameter: isText }),
  },
  "x-close-codes": {
    expected:
      "an object of codes, each with a name in Pascal case, a description and resume, true or false",
    fits: rowsWith({
      name: (value) => isText(value) && /^([A-Z][a-z0-9]*)+$/.test(String(value)),
      description: isText,
      resume: (value) => typeof value === "boolean",
    }),
  },
  "x-envelope": OBJECT,
  "x-notification": OBJECT,
  "x-topics": OBJECT,
  "x-dev": OBJECT,
};

type Test = (value: Json | undefined) => boolean;

function isText(value: Json | undefined): boolean {
  return typeof value === "string" && value !== "";
}

/** Absent, an end of the list, or one by the value of a parameter. */
function isGrowth(value: Json | undefined): boolean {
  if (value === undefined || isListEnd(value)) return true;
  return isObject(value) && Object.values(value).every(isEndByValue);
}

function isCursor(value: Json | undefined): boolean {
  return value === undefined || hasFields(value, { parameter: isText, next: isText });
}

function isEndByValue(value: Json | undefined): boolean {
  return isObject(value) && Object.values(value).every(isListEnd);
}

function isListEnd(value: Json | undefined): boolean {
  return value === "start" || value === "end";
}

/** Absent, or a day as ISO 8601 writes it, in UTC. */
function isOptionalDate(value: Json | undefined): boolean {
  if (value === undefined) return true;
  const date = new Date(`${String(value)}T00:00:00Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(String(value));
}

function isOptionalText(value: Json | undefined): boolean {
  return value === undefined || isText(value);
}

function isOptionalFlag(value: Json | undefined): boolean {
  return value === undefined || typeof value === "boolean";
}

function isNumber(value: Json | undefined): boolean {
  return typeof value === "number";
}

function isBound(value: Json | undefined): boolean {
  return value === null || isNumber(value);
}

function hasFields(value: Json | undefined, fields: Readonly<Record<string, Test>>): boolean {
  if (!isObject(value)) return false;
  return Object.entries(fields).every(([key, fits]) => fits(value[key]));
}

/** Tells of an object whether each of its values has `fields`. */
function rowsWith(fields: Readonly<Record<string, Test>>): (value: Json) => boolean {
  return (value) => isObject(value) && Object.values(value).every((row) => hasFields(row, fields));
}
