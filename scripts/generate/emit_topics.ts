import { textAt } from "../specs/json.ts";
import type { Model, Topic } from "../specs/read_model.ts";
import { refName } from "../specs/strength.ts";
import { docComment, HEADER, literal, propertyKey, union } from "./source_text.ts";

/** The topics: payload and filter types from the module `types`, and a table. */
export function emitTopics(
  { topics, notificationMethod, closeCodes }: Model,
  types: string,
): string {
  const rows = topics.map(({ name, chains, filter, reorgNotice }) => [
    name,
    { chains, hasFilter: filter !== undefined, reorgNotice },
  ]);
  const codes = Object.entries(closeCodes).map(([code, { description, resume }]) => [
    code,
    { description, resume: resume === true },
  ]);
  return `${HEADER}
import type { Chain } from "../segments.gen.ts";
import type { CloseCodeInfo, TopicInfo } from "../tables.gen.ts";
import type * as Types from "./${types}";

/** The topics of subscriptions: payload, filter, chains that have it. */
export interface Topics {
${topics.map(member).join("\n\n")}
}

/** Name of a topic. */
export type TopicName = keyof Topics;

/** What is known of each topic at run time. */
export const TOPICS: Readonly<Record<TopicName, TopicInfo<Chain>>> = ${literal(Object.fromEntries(rows))};

/** Method of the notifications that carry events. */
export const NOTIFICATION_METHOD = ${literal(notificationMethod)} as const;

/** What the service closes a WebSocket with, by code. */
export const CLOSE_CODES: Readonly<Record<string, CloseCodeInfo>> = ${literal(Object.fromEntries(codes))};
`;
}

function member({ name, description, payload, filter, reorgNotice, chains }: Topic): string {
  const typeOf = (schema: object): string => `Types.${refName(textAt(schema as never, "$ref"))}`;
  return `${docComment([description], "  ")}
  ${propertyKey(name)}: {
    data: ${typeOf(payload)};
    filter: ${filter ? typeOf(filter) : "never"};
    reorgNotice: ${reorgNotice};
    chains: ${union(chains)};
  };`;
}
