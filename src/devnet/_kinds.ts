import type { Chain } from "../chains/mod.ts";
import { ALPHA_TRANSFER } from "./_alpha_transfer.ts";
import { CLAIM_REWARDS } from "./_claim_rewards.ts";
import { DELEGATE } from "./_delegate.ts";
import { DELTA_TRANSFER } from "./_delta_transfer.ts";
import type { Kind } from "./_kind.ts";
import { PROPOSE } from "./_propose.ts";
import { TOKEN_TRANSFER } from "./_token_transfer.ts";
import { UNDELEGATE } from "./_undelegate.ts";
import { VOTE } from "./_vote.ts";
import type { TransactionBase, TransactionOf } from "./transaction.ts";

type KindsOf<T extends TransactionBase & { readonly type: string }> = {
  readonly [Type in T["type"]]: Kind<Extract<T, { readonly type: Type }>>;
};

const KINDS: { readonly [C in Chain]: KindsOf<TransactionOf[C]> } = {
  alpha: { transfer: ALPHA_TRANSFER },
  delta: {
    transfer: DELTA_TRANSFER,
    token_transfer: TOKEN_TRANSFER,
    delegate: DELEGATE,
    undelegate: UNDELEGATE,
    claim_rewards: CLAIM_REWARDS,
    propose: PROPOSE,
    vote: VOTE,
  },
};

/** The transaction types of a chain. */
export function kindNames(chain: Chain): string[] {
  return Object.keys(KINDS[chain]);
}

/** The format of one transaction type, or `undefined` if the chain has no such type. */
export function findKind(chain: Chain, type: string): Kind<TransactionBase> | undefined {
  const kinds: Readonly<Record<string, unknown>> = KINDS[chain];
  // A kind receives only payloads that its own fields accepted, so the wider type is safe.
  return Object.hasOwn(kinds, type) ? (kinds[type] as Kind<TransactionBase>) : undefined;
}
