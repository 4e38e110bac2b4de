import type { BlockSummary } from "alphadelta";
import type { JSX } from "preact";
import { formatCount, formatUtc } from "../values/format.ts";
import { HashLink } from "./hash_link.tsx";
import { Producer } from "./producer.tsx";
import { type Column, Table } from "./table.tsx";
import { Ago, Height } from "./value_parts.tsx";

interface BlockTableProps {
  readonly caption: string;
  /** Undefined until they are read. */
  readonly blocks: readonly BlockSummary[] | undefined;
  /** Rows that stand in their place until then. */
  readonly expected?: number | undefined;
  /** The order of the list, where the reader chooses it. */
  readonly listed?: Column<BlockSummary>["listed"];
  /** Leaves out the producer: where all are of one. */
  readonly isOfOne?: boolean;
  /** Offers a file of the blocks. */
  readonly hasFile?: boolean;
}

const PRODUCER: Column<BlockSummary> = {
  title: "Producer",
  cell: ({ validator }) => <Producer address={validator} />,
  value: ({ validator }) => validator,
  narrow: "mark",
};

/** Blocks as a table. */
export function BlockTable({
  caption,
  blocks,
  expected,
  listed,
  isOfOne = false,
  hasFile = false,
}: BlockTableProps): JSX.Element {
  return (
    <Table
      caption={caption}
      items={blocks}
      keyOf={({ hash }) => hash}
      empty="No blocks yet."
      expected={expected}
      {...(hasFile && { file: { name: "blocks", command: "export blocks" } })}
      columns={[
        {
          title: "Height",
          cell: ({ number }) => <Height number={number} />,
          value: ({ number }) => number,
          narrow: "first",
          ...(listed && { listed }),
        },
        {
          title: "Age",
          cell: ({ timestamp }) => <Ago timestamp={timestamp} />,
          value: ({ timestamp }) => formatUtc(timestamp),
          fileTitle: "Time",
          narrow: "second-end",
        },
        {
          title: "Hash",
          cell: ({ hash }) => <HashLink page="block" id={hash} />,
          value: ({ hash }) => hash,
          narrow: "second",
        },
        ...(isOfOne ? [] : [PRODUCER]),
        {
          title: "Transactions",
          cell: ({ txCount }) => formatCount(txCount),
          value: ({ txCount }) => txCount,
          isNumber: true,
          narrow: "first-end",
          isNamed: true,
        },
      ]}
    />
  );
}
