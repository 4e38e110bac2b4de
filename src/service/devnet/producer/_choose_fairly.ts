import { gasNeeded } from "../../../devnet/mod.ts";
import type { Address, Amount } from "../../../units/mod.ts";
import type { PreparedTransaction } from "../../chain/ledger/mod.ts";

/**
 * Chooses what the next block tries, of transactions in the order of arrival in which each sender's nonces go up.
 *
 * All of them if their gas fits. If not, the senders take turns, the one whose first transaction waits longest begins:
 * each puts in its next transaction, round after round, and is out when it has none or the next one does not fit. So
 * nobody is kept waiting by how much another sends. The chosen run in the order of arrival.
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
