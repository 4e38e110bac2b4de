import type { Transaction } from "alphadelta";
import type { JSX } from "preact";
import { HashLink } from "./hash_link.tsx";
import { type Column, Table } from "./table.tsx";
import { TransactionValue } from "./token_amount.tsx";
import { Ago, Height, Kind, Status } from "./value_parts.tsx";

interface TransactionTableProps {
  readonly caption: string;
  /** Undefined until they are read. */
  readonly transactions: readonly Transaction[] | undefined;
  /** Rows that stand in their place until then. */
  readonly expected?: number | undefined;
  readonly empty: string;
  /** The account whose list it is: what leaves it and what comes are told apart. */
  readonly account?: string;
  /** Leaves out the block: where all are of one. */
  readonly isOneBlock?: boolean;
  /** Leaves out what takes room: from whom and to whom. */
  readonly isShort?: boolean;
}

/** Transactions as a table. */
export function TransactionTable({
  caption,
  transactions,
  empty,
  account,
  isOneBlock = false,
  isShort = false,
  expected,
}: TransactionTableProps): JSX.Element {
  const all: readonly (Column<Transaction> | false)[] = [
    { title: "Hash", cell: ({ hash }) => <HashLink page="transaction" id={hash} /> },
    { title: "Type", cell: ({ type }) => <Kind type={type} />, isExtra: true },
    !isOneBlock && {
      title: "Block",
      cell: ({ blockNumber }) => <Height number={blockNumber} />,
      isNumber: true,
    },
    !isOneBlock &&
      !isShort && {
        title: "Age",
        cell: ({ timestamp }) => <Ago timestamp={timestamp} />,
        isNumber: true,
        isExtra: true,
      },
    account !== undefined && {
      title: "Direction",
      cell: ({ from, to }) => (
        <span class={`pill ${from === account ? "plain" : "good"}`}>
          {from === to ? "self" : from === account ? "out" : "in"}
        </span>
      ),
    },
    !isShort && {
      title: "From",
      cell: ({ from }) => <HashLink page="account" id={from} />,
      isExtra: true,
    },
    !isShort && {
      title: "To",
      cell: ({ to }) => <HashLink page="account" id={to} />,
      isExtra: true,
    },
    { title: "Value", cell: (one) => <TransactionValue transaction={one} />, isNumber: true },
    { title: "Status", cell: ({ status }) => <Status status={status} /> },
  ];
  const columns = all.filter((column) => column !== false);
  return (
    <Table
      caption={caption}
      columns={columns}
      items={transactions}
      keyOf={({ hash }) => hash}
      empty={empty}
      expected={expected}
    />
  );
}
