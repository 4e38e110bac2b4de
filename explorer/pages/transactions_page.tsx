import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { Choices } from "../components/choices.tsx";
import { Loaded } from "../components/loaded.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Pager } from "../components/pager.tsx";
import { TransactionTable } from "../components/transaction_table.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useLive, useView } from "../hooks/view.ts";
import { pageNumber } from "../values/page_number.ts";

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
  const call = useCall(
    () => client.listTransactions({ type, page, limit: LIMIT }),
    [segment, page, type],
    [version],
  );
  return (
    <>
      <PageTitle title="Transactions" />
      <Card
        title="Newest first"
        aside={<Choices label="Type" name="type" values={TYPES[client.chain]} chosen={type} />}
      >
        <Loaded call={call}>
          {({ items, pagination }) => (
            <>
              <TransactionTable
                caption="Transactions"
                transactions={items}
                empty="No transactions."
                file={{ name: "transactions", command: "export transactions" }}
              />
              <Pager info={pagination} />
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}
