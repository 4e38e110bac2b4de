import { gasNeeded } from "../../../devnet/mod.ts";
import type { Address, Amount } from "../../../units/mod.ts";
import type { PreparedTransaction } from "../../chain/ledger/mod.ts";

/**
 * Chooses the transactions of the next block, from a list in order of arrival in which each sender's nonces ascend.
 *
 * All of them if their gas fits. If not, senders are served round-robin, starting with the longest-waiting one: each
 * adds one transaction per round, until it has none left or its next one does not fit. One sender's volume thus does
 * not delay the others. The chosen transactions run in order of arrival.
 */
export function chooseFairly(
  transactions: readonly PreparedTransaction[],
  gasLimit: Amount,
): PreparedTransaction[] {
  const gas = transactions.map(({ body }) => gasNeeded(body.chain, body));
  if (gas.reduce((sum, one) => sum + one, 0n) <= gasLimit) return [...transactions];
  const bySender = new Map<Address, number[]>();
  transactions.forEach(({ body }, index) => {
    const queue = bySender.get(body.from);
    if (queue) queue.push(index);
    else bySender.set(body.from, [index]);
  });
  const chosen = new Set<number>();
  let gasLeft = gasLimit;
  let queues = [...bySender.values()];
  for (let round = 0; queues.length > 0; round++) {
    queues = queues.filter((queue) => {
      const index = queue[round];
      const need = index === undefined ? undefined : gas[index];
      if (index === undefined || need === undefined || need > gasLeft) return false;
      gasLeft -= need;
      chosen.add(index);
      return true;
    });
  }
  return transactions.filter((_, index) => chosen.has(index));
}
