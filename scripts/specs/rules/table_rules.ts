import { bech32m } from "@scure/base";
import { formatAddress } from "../../../src/units/mod.ts";
import { objectAt, objectsAt, textAt } from "../json.ts";
import { allCalls, type Placed, readModel } from "../model/mod.ts";
import { allSchemas } from "../nodes.ts";
import type { Problem, SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import { type Rule, ruleOf } from "./_rule.ts";

/** Months that something is served on at least, once it is deprecated. */
const LEAST_MONTHS = 6;

/** An operation or a method that is deprecated is served for long enough. */
export const brokenDeprecation: Rule = ruleOf(allCalls, function* ({ spec, deprecation }) {
  if (!deprecation) return;
  const least = new Date(String(deprecation.since));
  least.setUTCMonth(least.getUTCMonth() + LEAST_MONTHS);
  if (Date.parse(String(deprecation.sunset)) >= least.getTime()) return;
  const what = spec.file === "openapi.yaml" ? "an operation" : "a method";
  const message = `${what} is deprecated for less than ${LEAST_MONTHS} months`;
  const fix = `Write a sunset from ${least.toISOString().slice(0, 10)} on: clients need the time to change.`;
  yield ["x-deprecated", message, fix];
});

/** A row of a table, with those before it. */
interface Row extends Placed {
  readonly name: string;
  readonly before: readonly Row[];
}

function rowsOf(spec: SpecFile, table: string): Row[] {
  const rows: Row[] = [];
  for (const [name, value] of Object.entries(objectsAt(spec.value, table)))
    rows.push({ spec, at: [table, name], name, value, before: [...rows] });
  return rows;
}

/** Accounts of a chain have one prefix, and a transaction is for one chain and network. */
export const brokenSegment: Rule = ruleOf(
  ({ specs: { openapi } }) => rowsOf(openapi, "x-segments"),
  function* ({ name, value, before }) {
    const { chain, network, addressPrefix: prefix } = value;
    const place = "addressPrefix";
    const ofChain = before.filter((row) => row.value.chain === chain);
    const twin = ofChain.find((row) => row.value.network === network);
    const other = ofChain.find((row) => row.value.addressPrefix !== prefix);
    const ofPrefix = before.filter((row) => row.value.addressPrefix === prefix);
    const foreign = ofPrefix.find((row) => row.value.chain !== chain);
    if (twin) {
      const message = `segment ${name}: ${twin.name} has the same chain and network`;
      yield ["network", message, "Give each segment of a chain a network of its own."];
    }
    if (other) {
      const message = `segment ${name}: ${other.name} has the same chain and another prefix`;
      yield [place, message, "Give all segments of a chain one addressPrefix."];
    }
    if (foreign) {
      const message = `segment ${name}: ${foreign.name} has the same prefix and another chain`;
      const fix = "Give each chain an addressPrefix of its own, which identifies its addresses.";
      yield [place, message, fix];
    }
  },
);

/** An address takes 20 bytes after its prefix; these are written with every character there is. */
const ADDRESS_BYTES = bech32m.fromWords(Array.from({ length: 32 }, (_, word) => word));

/** Schemas of addresses take those of every segment: clients or the service itself would refuse the others. */
export const narrowAddress: Rule = ruleOf(allSchemas, function* ({ value }, { segments }) {
  if (value.format !== "address") return;
  const rows = Object.values(segments);
  const prefixes = [...new Set(rows.map((row) => textAt(row, "addressPrefix")))];
  for (const place of [["pattern"], ["x-decided", "pattern"]]) {
    const pattern = textAt(value, ...place);
    const refused = prefixes.filter((prefix) => {
      const address = formatAddress({ prefix: prefix.slice(0, -1), bytes: ADDRESS_BYTES });
      return !new RegExp(pattern, "u").test(address);
    });
    if (refused.length === 0) continue;
    const message = `pattern "${pattern}" refuses addresses that begin with ${refused.join(" or ")}`;
    const fix = `Write it for every addressPrefix of x-segments: ${prefixes.join(", ")}.`;
    yield [place, message, fix];
  }
});

/** Requests that one tier each is assigned to. */
const ASSIGNED: Readonly<Record<string, string>> = {
  keyless: "requests without a key",
  key: "a requested key",
};

export function unassignedTier(specs: Specs): Problem[] {
  const rows = Object.entries(readModel(specs).tiers);
  return Object.entries(ASSIGNED).flatMap(([mark, whom]) => {
    const [first, second] = rows.filter(([, row]) => row.assigned === mark);
    if (first && !second) return [];
    const path = ["x-rate-tiers", ...(second ? [second[0], "assigned"] : [])];
    const message = `${second ? "more than one tier is" : "no tier is"} that of ${whom}`;
    return [specs.openapi.problem(path, message, `Write \`assigned: ${mark}\` on one tier.`)];
  });
}

/** A key is presented in one header. */
export function unclearKeyHeader({ openapi }: Specs): Problem[] {
  const schemes = objectsAt(openapi.value, "components", "securitySchemes");
  const headers = Object.values(schemes).filter((scheme) => scheme.in === "header");
  if (headers.length === 1 && textAt(headers[0], "name")) return [];
  const message = `${headers.length} security schemes name a header, not one`;
  const fix = "Write one `{ type: apiKey, in: header, name: X-API-Key }`.";
  return [openapi.problem(["components", "securitySchemes"], message, fix)];
}

/** Both specs fill one table of limits. */
export function repeatedLimitName({ openapi, openrpc }: Specs): Problem[] {
  const known = objectAt(openapi.value, "x-limits");
  const twice = Object.keys(objectAt(openrpc.value, "x-limits")).filter((name) => name in known);
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

export const brokenCloseCode: Rule = ruleOf(
  ({ specs: { openrpc } }) => rowsOf(openrpc, "x-close-codes"),
  function* ({ name: code, value, before }) {
    const name = textAt(value, "name");
    const sent = SENT_BY_LIBRARY[name];
    const label = `close code ${code}:`;
    if (before.some((row) => row.value.name === name))
      yield [[], `${label} another code has the name ${name}`, "Give each code a name of its own."];
    else if (sent !== undefined && sent !== Number(code)) {
      const message = `${label} ${name} is sent as ${sent} by the WebSocket library`;
      yield [[], message, `Write ${sent}, which cannot be changed here.`];
    }
  },
);
