import { bech32m } from "@scure/base";
import { formatAddress } from "../../../src/units/mod.ts";
import { objectAt, objectsAt, textAt } from "../json.ts";
import { allMethods, readModel } from "../model/mod.ts";
import { allSchemas } from "../nodes.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** Months that something is served on at least, once it is deprecated. */
const LEAST_MONTHS = 6;

/** An operation or a method that is deprecated is served for long enough. */
export function brokenDeprecation(specs: Specs): Problem[] {
  const model = readModel(specs);
  return [...model.operations, ...allMethods(model)].flatMap(({ spec, at, value }) => {
    if (value.deprecated !== true) return [];
    const { since, sunset } = objectAt(value, "x-deprecated");
    const least = new Date(String(since));
    least.setUTCMonth(least.getUTCMonth() + LEAST_MONTHS);
    if (Date.parse(String(sunset)) >= least.getTime()) return [];
    const what = spec.file === "openapi.yaml" ? "an operation" : "a method";
    const message = `${what} is deprecated for less than ${LEAST_MONTHS} months`;
    const fix = `Write a sunset from ${least.toISOString().slice(0, 10)} on: clients need the time to change.`;
    return [spec.problem([...at, "x-deprecated"], message, fix)];
  });
}

/** The rows of segments, tiers and close codes agree with each other, and with what they stand for. */
export function brokenTable(specs: Specs): Problem[] {
  return [
    ...segmentProblems(specs),
    ...addressProblems(specs),
    ...tierProblems(specs),
    ...keyProblems(specs),
    ...closeCodeProblems(specs),
    ...limitProblems(specs),
  ];
}

const PREFIX = /^[a-z]+1$/;

/** Accounts of a chain have one prefix, and a transaction is for one chain and network. */
function segmentProblems({ openapi }: Specs): Problem[] {
  const rows = Object.entries(objectsAt(openapi.value, "x-segments"));
  return rows.flatMap(([name, row], index) => {
    const prefix = textAt(row, "addressPrefix");
    const before = rows.slice(0, index);
    const earlier = before.filter(([, { chain }]) => chain === row.chain);
    const isPrefix = PREFIX.test(prefix);
    const [twin] = earlier.find(([, { network }]) => network === row.network) ?? [];
    const [other] = earlier.find(([, { addressPrefix }]) => addressPrefix !== prefix) ?? [];
    const foreign = before.find(([, { chain, addressPrefix }]) => {
      return chain !== row.chain && addressPrefix === prefix;
    });
    const faults: [found: unknown, key: string, message: string, fix: string][] = [
      [
        !isPrefix,
        "addressPrefix",
        `"${prefix}" is not an address prefix`,
        'Write lower-case letters, then "1".',
      ],
      [
        twin,
        "network",
        `${twin} has the same chain and network`,
        "Give each segment of a chain a network of its own.",
      ],
      [
        other,
        "addressPrefix",
        `${other} has the same chain and another prefix`,
        "Give all segments of a chain one addressPrefix.",
      ],
      [
        foreign,
        "addressPrefix",
        `${foreign?.[0]} has the same prefix and another chain`,
        "Give each chain an addressPrefix of its own, which identifies its addresses.",
      ],
    ];
    return faults.flatMap(([found, key, message, fix]) => {
      if (!found) return [];
      return [openapi.problem(["x-segments", name, key], `segment ${name}: ${message}`, fix)];
    });
  });
}

/** An address takes 20 bytes after its prefix; these are written with every character there is. */
const ADDRESS_BYTES = bech32m.fromWords(Array.from({ length: 32 }, (_, word) => word));

/** Schemas of addresses take those of every segment: clients or the service itself would refuse the others. */
function addressProblems(specs: Specs): Problem[] {
  const rows = Object.values(objectsAt(specs.openapi.value, "x-segments"));
  const all = [...new Set(rows.map((row) => textAt(row, "addressPrefix")))];
  const prefixes = all.filter((prefix) => PREFIX.test(prefix));
  const addresses = prefixes.map((prefix) =>
    formatAddress({ prefix: prefix.slice(0, -1), bytes: ADDRESS_BYTES }),
  );
  return allSchemas(specs).flatMap(({ spec, path, value }) => {
    if (textAt(value, "format") !== "address") return [];
    return [["pattern"], ["x-decided", "pattern"]].flatMap((keyword) => {
      const pattern = spec.at([...path, ...keyword]);
      if (typeof pattern !== "string") return [];
      const refused = prefixes.filter(
        (_, at) => !new RegExp(pattern, "u").test(addresses[at] ?? ""),
      );
      if (refused.length === 0) return [];
      const message = `pattern "${pattern}" refuses addresses that begin with ${refused.join(" or ")}`;
      const fix = `Write it for every addressPrefix of x-segments: ${prefixes.join(", ")}.`;
      return [spec.problem([...path, ...keyword], message, fix)];
    });
  });
}

/** Whom one tier is assigned to. */
const ASSIGNED: Readonly<Record<string, string>> = {
  keyless: "requests without a key",
  key: "a requested key",
};

function tierProblems({ openapi }: Specs): Problem[] {
  const rows = Object.entries(objectsAt(openapi.value, "x-rate-tiers"));
  return Object.entries(ASSIGNED).flatMap(([mark, whom]) => {
    const [first, second] = rows.filter(([, row]) => row.assigned === mark);
    if (first && !second) return [];
    const path = ["x-rate-tiers", ...(second ? [second[0], "assigned"] : [])];
    const found = second ? "more than one tier is" : "no tier is";
    const fix = `Write \`assigned: ${mark}\` on one tier.`;
    return [openapi.problem(path, `${found} that of ${whom}`, fix)];
  });
}

/** A key is presented in one header. */
function keyProblems({ openapi }: Specs): Problem[] {
  const path = ["components", "securitySchemes"];
  const schemes = objectsAt(openapi.at(["components"]), "securitySchemes");
  const headers = Object.values(schemes).filter((scheme) => scheme.in === "header");
  if (headers.length === 1 && textAt(headers[0], "name")) return [];
  const message = `${headers.length} security schemes name a header, not one`;
  const fix = "Write one `{ type: apiKey, in: header, name: X-API-Key }`.";
  return [openapi.problem(path, message, fix)];
}

/** Both specs fill one table of limits. */
function limitProblems({ openapi, openrpc }: Specs): Problem[] {
  const known = objectsAt(openapi.value, "x-limits");
  const twice = Object.keys(objectsAt(openrpc.value, "x-limits")).filter((name) => name in known);
  return twice.map((name) => {
    const line = openapi.lineOf(["x-limits", name]);
    const message = `limit ${name} is also at ${openapi.file}:${line}`;
    return openrpc.problem(["x-limits", name], message, "Write each limit in one of the specs.");
  });
}

/** Codes that the WebSocket library of the service sends by itself. */
const SENT_BY_LIBRARY: Readonly<Record<string, number>> = {
  ProtocolError: 1002,
  InvalidText: 1007,
  MessageTooLarge: 1009,
};

function closeCodeProblems({ openrpc }: Specs): Problem[] {
  const rows = Object.entries(objectsAt(openrpc.value, "x-close-codes"));
  return rows.flatMap(([code, row], index) => {
    const problem = (message: string, fix: string): Problem[] => [
      openrpc.problem(["x-close-codes", code], `close code ${code}: ${message}`, fix),
    ];
    const name = textAt(row, "name");
    if (rows.slice(0, index).some(([, other]) => other.name === name)) {
      return problem(`another code has the name ${name}`, "Give each code a name of its own.");
    }
    const sent = SENT_BY_LIBRARY[name];
    if (sent === undefined || sent === Number(code)) return [];
    return problem(
      `${name} is sent as ${sent} by the WebSocket library`,
      `Write ${sent}, which cannot be changed here.`,
    );
  });
}
