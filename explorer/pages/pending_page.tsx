import type { RpcTransaction } from "alphadelta";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Card } from "../components/card.tsx";
import { HashLink } from "../components/hash_link.tsx";
import { LiveRows } from "../components/live_rows.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Table } from "../components/table.tsx";
import { Amount } from "../components/value_parts.tsx";
import { useLive, useView } from "../hooks/view.ts";
import { type FeeEstimate, estimateFees } from "../values/fees.ts";
import { formatCount, formatWord, plainAmount } from "../values/format.ts";

const SHOWN = 50;

/** Transactions that wait for a block, as they are announced, and what transactions cost lately. */
export function PendingPage(): JSX.Element {
  const { live } = useView();
  const { pending, transactions, hasReadTransactions } = useLive();
  useEffect(() => live.watchTransactions(), [live]);
  const fees = hasReadTransactions ? estimateFees(transactions) : undefined;
  const usual = fees?.find(({ type }) => type === "transfer")?.usual;
  return (
    <>
      <PageTitle title="Pending transactions" />
      <Card title="Waiting for a block">
        <LiveRows items={pending} keyOf={({ hash }) => hash} noun="transaction" limit={SHOWN}>
          {(shown) => <PendingTable transactions={shown} usual={usual} />}
        </LiveRows>
        <p class="muted">
          Announced since the page was opened. The interface tells type, fee and amounts of tokens
          once a transaction is in a block; until then the fee is that of a usual transfer.
        </p>
      </Card>
      <Card title="Fees lately">
        <FeeTable fees={fees} />
        {fees ? (
          <p class="muted">
            Paid by the newest {formatCount(transactions.length)} transactions in blocks: one of ten
            paid less than the low fee, half less than the usual one, nine of ten less than the high
            one.
          </p>
        ) : null}
      </Card>
    </>
  );
}

interface PendingTableProps {
  readonly transactions: readonly RpcTransaction[] | undefined;
  /** Fee of a usual transfer. */
  readonly usual: bigint | undefined;
}

function PendingTable({ transactions, usual }: PendingTableProps): JSX.Element {
  return (
    <Table
      caption="Pending transactions"
      items={transactions}
      keyOf={({ hash }) => hash}
      empty="None was announced yet."
      columns={[
        {
          title: "Hash",
          cell: ({ hash }) => <HashLink page="transaction" id={hash} />,
          value: ({ hash }) => hash,
          narrow: "first",
        },
        {
          title: "From",
          cell: ({ from }) => <HashLink page="account" id={from} />,
          value: ({ from }) => from,
          narrow: "second",
          isNamed: true,
        },
        {
          title: "To",
          cell: ({ to }) => <HashLink page="account" id={to} />,
          value: ({ to }) => to,
        },
        {
          title: "Nonce",
          cell: ({ nonce }) => formatCount(nonce),
          value: ({ nonce }) => nonce,
          isNumber: true,
        },
        {
          title: "Value",
          // Transfers of tokens count no native ones.
          cell: ({ value }) => (value === 0n ? "–" : <Amount value={value} />),
          value: ({ value }) => plainAmount(value),
          isNumber: true,
          narrow: "first-end",
        },
        {
          title: "Fee, about",
          cell: () => (usual === undefined ? "–" : <Amount value={usual} isWhole />),
          isNumber: true,
          narrow: "second-end",
          isNamed: true,
        },
      ]}
    />
  );
}

function FeeTable({ fees }: { readonly fees: readonly FeeEstimate[] | undefined }): JSX.Element {
  const column = (title: string, name: "low" | "usual" | "high") => ({
    title,
    cell: (one: FeeEstimate) => <Amount value={one[name]} isWhole />,
    value: (one: FeeEstimate) => plainAmount(one[name]),
    isNumber: true,
  });
  return (
    <Table
      caption="Fees by type"
      items={fees}
      keyOf={({ type }) => type}
      empty="No transaction was seen."
      expected={5}
      columns={[
        {
          title: "Type",
          cell: ({ type }) => formatWord(type),
          value: ({ type }) => type,
          narrow: "first",
        },
        { ...column("Low", "low"), narrow: "second", isNamed: true },
        { ...column("Usual", "usual"), narrow: "first-end", isNamed: true },
        { ...column("High", "high"), narrow: "second-end", isNamed: true },
        {
          title: "Seen",
          cell: ({ count }) => formatCount(count),
          value: ({ count }) => count,
          isNumber: true,
        },
      ]}
    />
  );
}
