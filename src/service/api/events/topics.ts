import type { Chain } from "../../../chains/mod.ts";
import { type TopicName, TOPICS } from "../../../generated/topics.gen.ts";

export type { TopicName };

/** Topic of reorganisations; its events are also sent as notices on topics of chain data. */
export const REORGS = "reorgs" satisfies TopicName;

/** The topics that a chain has. */
export function topicsOf(chain: Chain): TopicName[] {
  const names = Object.keys(TOPICS) as TopicName[];
  return names.filter((name) => TOPICS[name].chains.includes(chain));
}
