import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { objectsAt, textAt } from "../json.ts";

/** The rows of segments, tiers and close codes agree with each other, and with what they stand for. */
export function brokenTable(specs: Specs): Problem[] {
  return [
    ...segmentProblems(specs),
    ...tierProblems(specs),
    ...keyProblems(specs),
    ...closeCodeProblems(specs),
    ...limitProblems(specs),
  ];
}

/** Accounts of a chain have one prefix, and a transaction is for one chain and network. */
function segmentProblems({ openapi }: Specs): Problem[] {
  const rows = Object.entries(objectsAt(openapi.value, "x-segments"));
  return rows.flatMap(([name, row], index) => {
    const problem = (key: string, message: string, fix: string): Problem =>
      openapi.problem(["x-segments", name, key], `segment ${name}: ${message}`, fix);
    const prefix = textAt(row, "addressPrefix");
    const earlier = rows.slice(0, index).filter(([, other]) => other.chain === row.chain);
    const twin = earlier.find(([, other]) => other.network === row.network);
    const other = earlier.find(([, { addressPrefix }]) => addressPrefix !== prefix);
    const foreign = rows
      .slice(0, index)
      .find(([, { chain, addressPrefix }]) => chain !== row.chain && addressPrefix === prefix);
    return [
      ...(/^[a-z]+1$/.test(prefix)
        ? []
        : [
            problem(
              "addressPrefix",
              `"${prefix}" is no prefix of addresses`,
              'Write lower-case letters, then "1".',
            ),
          ]),
      ...(twin
        ? [
            problem(
              "network",
              `${twin[0]} has the same chain and network`,
              "Give each segment of a chain a network of its own.",
            ),
          ]
        : []),
      ...(other
        ? [
            problem(
              "addressPrefix",
              `${other[0]} has the same chain and another prefix`,
              "Give all segments of a chain one addressPrefix.",
            ),
          ]
        : []),
      ...(foreign
        ? [
            problem(
              "addressPrefix",
              `${foreign[0]} has the same prefix and another chain`,
              "Give each chain an addressPrefix of its own, by which its addresses are told.",
            ),
          ]
        : []),
    ];
  });
}

/** Whom one tier is assigned to. */
const ASSIGNED: Readonly<Record<string, string>> = {
  keyless: "requests without a key",
  key: "a key that is asked for",
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
    const message = `limit ${name} stands at ${openapi.file}:${line} too`;
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
    if (!isCloseCode(Number(code))) {
      return problem(
        "no WebSocket can be closed with it",
        "Write 1000 to 1014 without 1004, 1005 and 1006, or 3000 to 4999.",
      );
    }
    const name = textAt(row, "name");
    if (rows.slice(0, index).some(([, other]) => other.name === name)) {
      return problem(`another one has the name ${name}`, "Give each code a name of its own.");
    }
    const sent = SENT_BY_LIBRARY[name];
    if (sent === undefined || sent === Number(code)) return [];
    return problem(
      `${name} is sent as ${sent} by the WebSocket library`,
      `Write ${sent}, which cannot be changed here.`,
    );
  });
}

function isCloseCode(code: number): boolean {
  if (![1004, 1005, 1006].includes(code) && code >= 1000 && code <= 1014) return true;
  return Number.isInteger(code) && code >= 3000 && code <= 4999;
}
