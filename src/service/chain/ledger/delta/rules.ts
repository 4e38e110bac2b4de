import { gasNeeded, type SignedDeltaTransaction } from "../../../../devnet/internal.ts";
import type { ChainRules, ChargedOutcome, ExecutionContext, Refusal } from "../chain_rules.ts";
import { ACCOUNT } from "../state_kinds.ts";
import type { PreparedTransaction } from "../transaction.ts";
import type { WorkingState } from "../working_state.ts";
import { blockKeys, countTurns, endBlock } from "./end_block.ts";
import { CLAIM_REWARDS, DELEGATE, UNDELEGATE } from "./staking.ts";
import { type DeltaKind, FAILED } from "./kind.ts";
import { PROPOSE, VOTE } from "./governance.ts";
import { TOKEN_TRANSFER, TRANSFER } from "./transfers.ts";

type Transaction = SignedDeltaTransaction;
type Prepared = PreparedTransaction<Transaction>;

const KINDS: {
  readonly [T in Transaction["type"]]: DeltaKind<Extract<Transaction, { readonly type: T }>>;
} = {
  transfer: TRANSFER,
  token_transfer: TOKEN_TRANSFER,
  delegate: DELEGATE,
  undelegate: UNDELEGATE,
  claim_rewards: CLAIM_REWARDS,
  propose: PROPOSE,
  vote: VOTE,
};

/**
 * The rules of delta. A sender pays from its balance; the fees of a block go to its validator's balance.
 *
 * Whatever was accepted gets into a block: a sender that can no longer pay the fee loses what it has left, and its
 * transaction fails. Otherwise one could fill the mempool with transactions that wait for ever.
 */
export const DELTA_RULES: ChainRules<Transaction> = {
  describe: ({ body }) => kindOf(body).describe(body),
  keys: ({ body }, known) => [ACCOUNT.key(body.from), ...kindOf(body).keys(body, known)],
  check: checkDelta,
  execute: executeDelta,
  blockKeys,
  beginBlock: countTurns,
  endBlock,
};

/** A kind is only ever given transactions of its own type, so the wider type is safe. */
function kindOf(transaction: Transaction): DeltaKind<Transaction> {
  return KINDS[transaction.type];
}

function checkDelta({ body }: Prepared, state: WorkingState): Refusal | undefined {
  const balance = state.get(ACCOUNT, body.from)?.balance ?? 0n;
  const outlay = kindOf(body).outlay(body);
  const cost = outlay + body.gasLimit * body.gasPrice;
  if (cost <= balance) return undefined;
  const reason = `The transaction may cost ${cost} (${outlay} and ${body.gasLimit} gas at ${body.gasPrice}), ${body.from} has ${balance}`;
  return { code: "InsufficientFunds", reason };
}

function executeDelta({ body }: Prepared, context: ExecutionContext): ChargedOutcome {
  const { state } = context;
  const sender = state.get(ACCOUNT, body.from) ?? { balance: 0n, nonce: 0 };
  const price = gasNeeded("delta", body) * body.gasPrice;
  const fee = price < sender.balance ? price : sender.balance;
  state.set(ACCOUNT, body.from, { balance: sender.balance - fee, nonce: sender.nonce + 1 });
  if (fee < price) return { ...FAILED, fee };
  const attempt = state.fork();
  const outcome = kindOf(body).execute(body, { ...context, state: attempt });
  if (outcome.status === "success") state.merge(attempt);
  return { ...outcome, fee };
}
