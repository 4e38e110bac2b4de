import { textAt } from "../specs/json.ts";
import type { Model } from "../specs/model/mod.ts";
import { docComment, HEADER, literal, propertyKey } from "./source_text.ts";

/** The bounds of requests and connections, and how a key is presented. */
export function emitLimits({ limits, keyHeader, keyParameter }: Model): string {
  const rows = Object.entries(limits).map(
    ([name, row]) =>
      `${docComment([textAt(row, "description")], "  ")}\n  ${propertyKey(name)}: ${literal(row.value)},`,
  );
  return `${HEADER}
/** Bounds that the service holds to (decided). */
export const LIMITS = {
${rows.join("\n")}
} as const;

/** Header that an API key is presented in (decided). */
export const API_KEY_HEADER = ${literal(keyHeader)} as const;

/** Query parameter that an API key is presented in on WebSocket (decided). */
export const API_KEY_PARAMETER = ${literal(keyParameter)} as const;
`;
}
