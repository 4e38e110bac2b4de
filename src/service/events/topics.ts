import type { Chain } from "../../chains/mod.ts";
import { type TopicName, TOPICS } from "../../generated/topics.gen.ts";

export type { TopicName };

/** Topics of chain data: where the chain is reorganised, each carries the notice in its place. */
export const CARRIES_NOTICE: Readonly<Record<TopicName, boolean>> = {
  blocks: true,
  transactions: true,
  pending_transactions: false,
  reorgs: false,
  validators: true,
  proposals: true,
  serial_numbers: true,
};

/** The topics that a chain has. */
export function topicsOf(chain: Chain): TopicName[] {
  const names = Object.keys(TOPICS) as TopicName[];
  return names.filter((name) => TOPICS[name].chains.includes(chain));
}
