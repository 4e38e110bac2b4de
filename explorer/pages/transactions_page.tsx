import type { Transaction } from "alphadelta";
import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { Choices } from "../components/choices.tsx";
import { LiveRows } from "../components/live_rows.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Paged } from "../components/paged.tsx";
import { TransactionTable } from "../components/transaction_table.tsx";
import { useArrivals } from "../hooks/use_arrivals.ts";
import { useCall } from "../hooks/use_call.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useLive, useView } from "../hooks/view.ts";
import { pageNumber } from "../values/page_number.ts";
import { hrefOf } from "../values/route.ts";

const LIMIT = 25;
const TYPES = {
  alpha: ["all", "transfer"],
  delta: [
    ...["all", "transfer", "token_transfer", "delegate"],
    ...["undelegate", "claim_rewards", "propose", "vote"],
  ],
} as const;

/** All transactions in blocks, newest first. */
export function TransactionsPage(): JSX.Element {
  const { client, segment } = useView();
  const { version } = useLive();
  const route = useRoute();
  const page = pageNumber(route);
  const type = route.query.get("type") ?? "all";
  const { transactions, isReady } = useArrivals(type, page === 1);
  const call = useCall(
    () => client.listTransactions({ type, page, limit: LIMIT }),
    [segment, page, type],
    [version, isReady],
  );
  return (
    <>
      <PageTitle title="Transactions">
        <a href={hrefOf(segment, "pending")}>Pending, and fees</a>
      </PageTitle>
      <Card
        title="Newest first"
        aside={<Choices label="Type" name="type" values={TYPES[client.chain]} chosen={type} />}
      >
        <Paged call={call}>
          {(items) => (
            <LiveRows
              items={items && newestFirst(transactions, items)}
              keyOf={({ hash }) => hash}
              noun="transaction"
              limit={LIMIT}
            >
              {(shown) => (
                <TransactionTable
                  caption="Transactions"
                  transactions={shown}
                  empty="No transactions."
                  expected={LIMIT}
                  file={{ name: "transactions", command: "export transactions" }}
                />
              )}
            </LiveRows>
          )}
        </Paged>
      </Card>
    </>
  );
}

/** The items that arrived, above those that were read. */
function newestFirst(
  arrived: readonly Transaction[],
  read: readonly Transaction[],
): readonly Transaction[] {
  const known = new Set(read.map(({ hash }) => hash));
  return [...arrived.filter(({ hash }) => !known.has(hash)), ...read];
}
