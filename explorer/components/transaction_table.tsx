import type { Transaction } from "alphadelta";
import type { JSX } from "preact";
import { useTokens } from "../hooks/use_tokens.ts";
import { useView } from "../hooks/view.ts";
import type { TokenBook } from "../live/token_book.ts";
import { formatUtc, formatWord, plainAmount } from "../values/format.ts";
import { HashLink } from "./hash_link.tsx";
import { type Column, Table } from "./table.tsx";
import type { TableFileProps } from "./table_file.tsx";
import { TransactionValue } from "./token_amount.tsx";
import { Ago, Height, Status } from "./value_parts.tsx";

interface TransactionTableProps {
  readonly caption: string;
  /** Undefined until they are read. */
  readonly transactions: readonly Transaction[] | undefined;
  /** Rows that stand in their place until then. */
  readonly expected?: number | undefined;
  readonly empty: string;
  /** Address of the account whose list it is: what leaves it and what comes are told apart. */
  readonly account?: string;
  /** Leaves out the block and the age: where all are of one. */
  readonly isOneBlock?: boolean;
  /** Leaves out what takes room: from whom and to whom. */
  readonly isShort?: boolean;
  readonly file?: Pick<TableFileProps<Transaction>, "name" | "command">;
}

const HASH: Column<Transaction> = {
  title: "Hash",
  cell: ({ hash }) => <HashLink page="transaction" id={hash} />,
  value: ({ hash }) => hash,
  narrow: "second",
};
const TYPE: Column<Transaction> = {
  title: "Type",
  cell: ({ type }) => formatWord(type),
  value: ({ type }) => type,
  narrow: "first",
};
const BLOCK: Column<Transaction> = {
  title: "Block",
  cell: ({ blockNumber }) => <Height number={blockNumber} />,
  value: ({ blockNumber }) => blockNumber,
};
const AGE: Column<Transaction> = {
  title: "Age",
  cell: ({ timestamp }) => <Ago timestamp={timestamp} />,
  value: ({ timestamp }) => formatUtc(timestamp),
  fileTitle: "Time",
  narrow: "second-end",
};
const FROM: Column<Transaction> = {
  title: "From",
  cell: ({ from }) => <HashLink page="account" id={from} />,
  value: ({ from }) => from,
};
const TO: Column<Transaction> = {
  title: "To",
  cell: ({ to }) => <HashLink page="account" id={to} />,
  value: ({ to }) => to,
};
const VALUE: Column<Transaction> = {
  title: "Value",
  cell: (one) => <TransactionValue transaction={one} />,
  value: ({ value }) => plainAmount(value),
  isNumber: true,
  narrow: "first-end",
};
const STATUS: Column<Transaction> = {
  title: "Status",
  cell: ({ status }) => <Status status={status} />,
  value: ({ status }) => status,
  narrow: "mark",
};

/** Transactions as a table. */
export function TransactionTable(props: TransactionTableProps): JSX.Element {
  const { caption, transactions, expected, empty, account, isOneBlock, isShort, file } = props;
  const { client } = useView();
  const tokens = useTokens();
  return (
    <Table
      caption={caption}
      columns={[
        HASH,
        TYPE,
        ...(isOneBlock ? [] : [BLOCK, AGE]),
        ...(isShort ? [] : account === undefined ? [FROM, TO] : withAccount(account)),
        VALUE,
        STATUS,
        ...(client.chain === "delta" ? tokenColumns(tokens) : []),
      ]}
      items={transactions}
      keyOf={({ hash }) => hash}
      empty={empty}
      expected={expected}
      {...(file && { file })}
    />
  );
}

/** The tokens of a transfer, in files alone: there the value is of native tokens. */
function tokenColumns(tokens: TokenBook): readonly Column<Transaction>[] {
  const amountOf = (one: Transaction): string => {
    const token = one.token && tokens.token(one.token.contract);
    return one.token && token ? plainAmount(one.token.amount, token.decimals) : "";
  };
  return [
    { title: "Token value", value: amountOf },
    { title: "Token contract", value: (one) => one.token?.contract ?? "" },
  ];
}

/** In the list of an account, the direction, and who is at the other end. */
function withAccount(account: string): readonly Column<Transaction>[] {
  const directionOf = ({ from, to }: Transaction): string =>
    from === to ? "self" : from === account ? "out" : "in";
  const otherOf = ({ from, to }: Transaction): string => (from === account ? to : from);
  return [
    { title: "Direction", cell: directionOf, value: directionOf, narrow: "direction" },
    {
      title: "With",
      cell: (one) =>
        directionOf(one) === "self" ? "" : <HashLink page="account" id={otherOf(one)} />,
      value: otherOf,
    },
  ];
}
