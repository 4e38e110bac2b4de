import type { ProducedBlock } from "../ledger/mod.ts";

/** The transactions and the new state of one address in a block. */
export interface Mention {
  transactions: number;
  /** Its new state, null for none any more; undefined where that stays. */
  state: string | null | undefined;
}

/** Activity in a block, by address; `prefix` is the prefix of the state keys of accounts. */
export function mentionsIn(
  { executed, changes }: ProducedBlock,
  prefix: string,
): Map<string, Mention> {
  const mentions = new Map<string, Mention>();
  const mentionOf = (address: string): Mention => {
    const known = mentions.get(address);
    if (known) return known;
    const mention = { transactions: 0, state: undefined };
    mentions.set(address, mention);
    return mention;
  };
  for (const { from, to } of executed) {
    mentionOf(from).transactions++;
    if (to !== from) mentionOf(to).transactions++;
  }
  for (const { key, value } of changes) {
    if (!key.startsWith(prefix)) continue;
    mentionOf(key.slice(prefix.length)).state = value ?? null;
  }
  return mentions;
}
