import { textAt } from "../documents/json.ts";
import type { Model } from "../documents/read_model.ts";
import { docComment, HEADER, literal, propertyKey } from "./source_text.ts";

/** The bounds of requests and connections, the operations with a limit of their own, and how a key is presented. */
export function emitLimits({
  limits,
  operations,
  servers,
  keyHeader,
  keyParameter,
}: Model): string {
  const limited = operations.flatMap(({ verb, server, path, limit }) =>
    limit === undefined ? [] : [{ verb, url: servers[server] + path, limit }],
  );
  const rows = Object.entries(limits).map(
    ([name, row]) =>
      `${docComment([textAt(row, "description")], "  ")}\n  ${propertyKey(name)}: ${literal(row.value)},`,
  );
  return `${HEADER}
/** Bounds that the service holds to (decided). */
export const LIMITS = {
${rows.join("\n")}
} as const;

/** Operations that a limit of their own counts, beside that of the tier (decided): verb and URL template of each. */
export const OWN_LIMITS: readonly Readonly<Record<"verb" | "url" | "limit", string>>[] =
  ${literal(limited)};

/** Header that an API key is presented in (decided). */
export const API_KEY_HEADER = ${literal(keyHeader)} as const;

/** Query parameter that an API key is presented in on WebSocket (decided). */
export const API_KEY_PARAMETER = ${literal(keyParameter)} as const;
`;
}
