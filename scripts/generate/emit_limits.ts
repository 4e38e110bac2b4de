import { textAt } from "../specs/json.ts";
import type { Model, Operation } from "../specs/model/mod.ts";
import type { Schemas } from "../specs/layer.ts";
import { describeParameter } from "./describe_parameter.ts";
import { docComment, HEADER, literal, propertyKey } from "./source_text.ts";

/** The bounds of requests, pages and connections, operations with a limit of their own, and how a key is presented. */
export function emitLimits({
  limits,
  operations,
  servers,
  keyHeader,
  keyParameter,
  dev,
  schemas,
}: Model): string {
  const limited = operations.flatMap(({ verb, server, path, limit }) => {
    if (limit === undefined) return [];
    const url = urlPattern(servers[server] + path);
    const method = literal(verb.toUpperCase());
    return [`\n  { method: ${method}, url: ${url}, limit: ${literal(limit)} },`];
  });
  const rows = Object.entries(limits).map(
    ([name, row]) =>
      `${docComment([textAt(row, "description")], "  ")}\n  ${propertyKey(name)}: ${literal(row.value)},`,
  );
  return `${HEADER}
import type { OwnLimit } from "../tables.ts";

/** Bounds that the service holds to (decided). */
export const LIMITS = {
${rows.join("\n")}
} as const;

/** Items of the largest page that a list may be asked for (specified). */
export const PAGE_ITEMS = ${pageItems(operations, schemas)};

/** The operations with a limit of their own (decided). */
export const OWN_LIMITS: readonly OwnLimit[] = [${limited.join("")}
];

/** Header that an API key is presented in (decided). */
export const API_KEY_HEADER = ${literal(keyHeader)} as const;

/** Header that the token of devnet control is presented in (extension). */
export const DEV_TOKEN_HEADER = ${literal(dev.header)} as const;

/** Query parameter that an API key is presented in on WebSocket (decided). */
export const API_KEY_PARAMETER = ${literal(keyParameter)} as const;
`;
}

/** The greatest `limit` of a list, as the interface specifies it. */
function pageItems(operations: readonly Operation[], schemas: Schemas): number {
  const maxima = operations
    .flatMap(({ items, parameters }) => (items === undefined ? [] : parameters))
    .filter(({ name }) => name === "limit")
    .map((parameter) => Number(describeParameter(parameter, schemas, "given").maximum ?? 1));
  return Math.max(1, ...maxima);
}

/** A pattern of the URLs of a template, as a literal. A host may serve the API below a path, so only the end tells. */
function urlPattern(template: string): string {
  const end = template.replace("{apiHost}", "").replace(/[.*+?^$()|[\]\\/]/g, String.raw`\$&`);
  return String.raw`/^[^?#]*${end.replace(/\{\w+\}/g, String.raw`[^/?#]+`)}(?:[?#]|$)/`;
}
