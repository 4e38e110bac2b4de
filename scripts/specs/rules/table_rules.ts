import { bech32m } from "@scure/base";
import { formatAddress } from "../../../src/units/mod.ts";
import {
  arrayAt,
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  type Path,
  textAt,
} from "../json.ts";
import { methodsOf, operationsOf, servedPath } from "../calls.ts";
import { refName } from "../layer.ts";
import { readModel, type Topic } from "../model/mod.ts";
import { allSchemas } from "../nodes.ts";
import type { Problem } from "../spec_error.ts";
import type { SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** Months that something is served on at least, once it is deprecated. */
const LEAST_MONTHS = 6;

/** An operation or a method that is deprecated is served for long enough. */
function brokenDeprecation(specs: Specs): Problem[] {
  return [...operationsOf(specs), ...methodsOf(specs)].flatMap(({ spec, path, value }) => {
    if (value.deprecated !== true) return [];
    const { since, sunset } = objectAt(value, "x-deprecated");
    const least = new Date(String(since));
    least.setUTCMonth(least.getUTCMonth() + LEAST_MONTHS);
    if (Date.parse(String(sunset)) >= least.getTime()) return [];
    const what = spec.file === "openapi.yaml" ? "an operation" : "a method";
    const message = `${what} is deprecated for less than ${LEAST_MONTHS} months`;
    const fix = `Write a sunset from ${least.toISOString().slice(0, 10)} on: clients need the time to change.`;
    return [spec.problem([...path, "x-deprecated"], message, fix)];
  });
}

/** A URL template that clients fill in, and that the service finds requests by. */
interface Server {
  readonly spec: SpecFile;
  readonly path: Path;
  readonly url: string;
  /** Prefix of its URLs. */
  readonly host: string;
  /** True if it may be one for all segments. */
  readonly maybeShared: boolean;
}

/** The servers' URL templates are of the form that clients fill in and the service matches, and differ in their paths. */
function brokenServer(specs: Specs): Problem[] {
  const servers = serversOf(specs);
  const problems = servers.flatMap(formProblems);
  if (problems.length > 0) return problems;
  const segments = Object.keys(objectsAt(specs.openapi.value, "x-segments"));
  return [...overlapProblems(servers, segments), ...shadowProblems(specs, servers, segments)];
}

/** A path on a server that all segments share begins with no segment, on the server of which it would stand too. */
function shadowProblems(
  { openapi }: Specs,
  servers: readonly Server[],
  segments: readonly string[],
): Problem[] {
  const taken = new Set(
    servers
      .filter(isSegmented)
      .flatMap((server) => segments.map((each) => prefixOf(server) + each)),
  );
  return servers
    .filter(({ maybeShared }) => maybeShared)
    .flatMap((server) => {
      const [, name = ""] = server.path.map(String);
      const [, first = ""] = servedPath(openapi.value, name).path.split("/");
      if (isSegmented(server) || !taken.has(prefixOf(server) + first)) return [];
      const message = `path ${name} cannot be told from the paths of segment ${first}`;
      return [openapi.problem(["paths", name], message, "Rename the path or the segment.")];
    });
}

function serversOf({ openapi, openrpc }: Specs): Server[] {
  const rest = { spec: openapi, host: "{apiHost}" };
  const own = Object.entries(objectsAt(openapi.value, "paths"))
    .filter(([, item]) => arrayAt(item, "servers").length > 0)
    .map(([name]) => ["paths", name, "servers", 0, "url"]);
  return [
    { ...rest, path: ["servers", 0, "url"], maybeShared: false },
    ...own.map((path) => ({ ...rest, path, maybeShared: true })),
    { spec: openrpc, path: ["x-servers", "rpc"], host: "{apiHost}", maybeShared: false },
    { spec: openrpc, path: ["x-servers", "ws"], host: "{wsHost}", maybeShared: false },
  ].map((server) => ({
    ...server,
    url: server.maybeShared
      ? servedPath(openapi.value, String(server.path[1])).url
      : String(server.spec.at(server.path) ?? ""),
  }));
}

function formProblems({ spec, path, url, host, maybeShared }: Server): Problem[] {
  const below = url.startsWith(`${host}/`) ? url.slice(host.length) : undefined;
  const fixed = below?.replace(/\/\{segment\}$/, "");
  const isFixed = fixed !== undefined && /^(\/[A-Za-z0-9._~-]+)*$/.test(fixed);
  if (isFixed && (maybeShared || fixed !== below)) return [];
  const form = `${host}/…/{segment}`;
  const shared = maybeShared ? `, or ${host}/… for one that all segments share` : "";
  const message = `server "${url}" is not of the form ${form}`;
  const fix = `Write ${form}${shared}: the host and the segment are filled in, the rest is letters, digits and hyphens.`;
  return [spec.problem(path, message, fix)];
}

/** The service tells servers apart by what stands before the segment, or instead of one. */
function overlapProblems(servers: readonly Server[], segments: readonly string[]): Problem[] {
  return servers.flatMap((server, index) => {
    const { spec, path, url } = server;
    const other = servers
      .slice(0, index)
      .find((each) => !isSharing(each, server) && overlaps(each, server, segments));
    if (!other) return [];
    const where = `${other.spec.file}:${other.spec.lineOf(other.path)}`;
    const message = `server "${url}" cannot be told from "${other.url}" at ${where}`;
    return [spec.problem(path, message, "Give each server a path of its own, such as `/v2`.")];
  });
}

/** Paths may share a server. */
function isSharing(one: Server, other: Server): boolean {
  return one.spec === other.spec && one.url === other.url;
}

function overlaps(one: Server, other: Server, segments: readonly string[]): boolean {
  const [first, second] = [prefixOf(one), prefixOf(other)];
  if (isSegmented(one) && isSegmented(other) && first === second) return true;
  const isWithin = (server: Server, above: Server): boolean =>
    isSegmented(above) &&
    segments.some((segment) => prefixOf(server).startsWith(`${prefixOf(above)}${segment}/`));
  return isWithin(one, other) || isWithin(other, one);
}

function isSegmented({ url }: Server): boolean {
  return url.endsWith("/{segment}");
}

function prefixOf({ url, host }: Server): string {
  const path = url.slice(host.length).replace(/\{segment\}$/, "");
  return path.endsWith("/") ? path : `${path}/`;
}

/** The rows of segments, tiers and close codes agree with each other, and with what they stand for. */
function brokenTable(specs: Specs): Problem[] {
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

/** Field of every filter: the cursor to go on from. */
const CURSOR = "after";

/** Field of the notice that a topic carries where the chain was reorganised. */
const NOTICE = "reorg";

/** Each topic has a named payload, and a named filter with a cursor, whose fields the subscribing method takes. */
function brokenTopic(specs: Specs): Problem[] {
  const { methods, schemas, topics } = readModel(specs);
  const problem = (topic: string, key: string, message: string, fix: string): Problem[] => [
    specs.openrpc.problem(["x-topics", topic, key], `topic ${topic}: ${message}`, fix),
  ];
  const subscribing = methods.filter(({ kind }) => kind === "websocket");
  const taken = subscribing
    .flatMap(({ parameters }) => parameters)
    .map(({ schema }) => objectsAt(schemas[refName(textAt(schema, "$ref"))], "properties"))
    .find((fields) => CURSOR in fields);
  const filterProblems = ({ name, filter }: Topic): Problem[] => {
    const schema = schemas[refName(textAt(filter, "$ref"))];
    const fields = objectsAt(schema, "properties");
    if (!isObject(fields[CURSOR]) || arrayAt(schema, "required").includes(CURSOR)) {
      const message = `its filter is not a named object with an optional "${CURSOR}"`;
      const fix = `Write \`{ "$ref": "#/components/schemas/…" }\` of an object with "${CURSOR}", by which subscriptions resume.`;
      return problem(name, "filter", message, fix);
    }
    const filled = Object.keys(fields).find((key) => fields[key]?.default !== undefined);
    if (filled !== undefined) {
      const message = `the field "${filled}" of its filter has a default, which nothing applies`;
      return problem(
        name,
        "filter",
        message,
        "Describe the behaviour without it in the description.",
      );
    }
    if (!taken) return [];
    const foreign = Object.keys(fields).find((key) => !isSameField(fields[key], taken[key]));
    if (foreign === undefined) return [];
    const message = `the method that subscribes takes no such field "${foreign}" in its filter`;
    return problem(name, "filter", message, "Write it in the schema of that parameter too.");
  };
  const noticeProblems = ({ name, payload, reorgNotice }: Topic): Problem[] => {
    const fields = objectsAt(schemas[refName(textAt(payload, "$ref"))], "properties");
    if (!reorgNotice || !(NOTICE in fields)) return [];
    const message = `its payload has the field "${NOTICE}", by which clients know a reorg notice`;
    return problem(name, "payload", message, "Use another name, or write `reorgNotice: false`.");
  };
  return topics.flatMap((topic) => [
    ...(schemas[refName(textAt(topic.payload, "$ref"))]
      ? []
      : problem(
          topic.name,
          "payload",
          "its payload is not a named schema",
          'Write `{ "$ref": "#/components/schemas/…" }`.',
        )),
    ...noticeProblems(topic),
    ...filterProblems(topic),
  ]);
}

/** Tells whether two fields take the same values, whatever is said of them. */
function isSameField(one: JsonObject | undefined, other: JsonObject | undefined): boolean {
  return other !== undefined && JSON.stringify(kept(one)) === JSON.stringify(kept(other));
}

function kept(schema: JsonObject | undefined): unknown[] {
  const words = ["description", "examples", "x-source", "x-reason"];
  return Object.entries(schema ?? {})
    .filter(([key]) => !words.includes(key))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Rules of tables and marks. */
export const TABLE_RULES = { brokenDeprecation, brokenServer, brokenTable, brokenTopic };
