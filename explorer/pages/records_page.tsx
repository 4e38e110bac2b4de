import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Card } from "../components/card.tsx";
import { HashLink } from "../components/hash_link.tsx";
import { LiveRows } from "../components/live_rows.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Table } from "../components/table.tsx";
import { Height } from "../components/value_parts.tsx";
import { useLive, useView } from "../hooks/view.ts";

const SHOWN = 15;

/** Records of alpha that were created and spent lately. */
export function RecordsPage(): JSX.Element {
  const { live } = useView();
  const { transactions, hasReadTransactions } = useLive();
  useEffect(() => live.watchTransactions(), [live]);
  const rows = (name: "commitments" | "serialNumbers"): readonly Row[] | undefined =>
    hasReadTransactions
      ? transactions.flatMap((one) =>
          (one[name] ?? []).map((id) => ({ id, blockNumber: one.blockNumber, hash: one.hash })),
        )
      : undefined;
  return (
    <>
      <PageTitle title="Records" />
      <p class="prose muted">
        Alpha keeps value in records. A commitment names one that was created, a serial number marks
        one as spent, and nothing on a private chain tells which belong together.
      </p>
      <div class="columns">
        <Card title="Created lately">
          <RowTable caption="Commitments" page="record" rows={rows("commitments")} />
        </Card>
        <Card title="Spent lately">
          <RowTable caption="Serial numbers" page="serial" rows={rows("serialNumbers")} />
        </Card>
      </div>
    </>
  );
}

interface Row {
  readonly id: string;
  readonly blockNumber: number;
  readonly hash: string;
}

interface RowTableProps {
  readonly caption: string;
  readonly page: "record" | "serial";
  readonly rows: readonly Row[] | undefined;
}

function RowTable({ caption, page, rows }: RowTableProps): JSX.Element {
  return (
    <LiveRows items={rows} keyOf={({ id }) => id} noun={page} limit={SHOWN}>
      {(shown) => (
        <Table
          caption={caption}
          items={shown}
          keyOf={({ id }) => id}
          empty="None in the newest transactions."
          expected={SHOWN}
          columns={[
            {
              title: page === "record" ? "Commitment" : "Serial number",
              cell: ({ id }) => <HashLink page={page} id={id} isCopied />,
              value: ({ id }) => id,
              narrow: "first",
            },
            {
              title: "Block",
              cell: ({ blockNumber }) => <Height number={blockNumber} />,
              value: ({ blockNumber }) => blockNumber,
              narrow: "second-end",
              isNamed: true,
            },
            {
              title: "Transaction",
              cell: ({ hash }) => <HashLink page="transaction" id={hash} />,
              value: ({ hash }) => hash,
              narrow: "second",
            },
          ]}
        />
      )}
    </LiveRows>
  );
}
