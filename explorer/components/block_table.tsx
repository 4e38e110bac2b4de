import type { BlockSummary } from "alphadelta";
import type { JSX } from "preact";
import { useProducerPage } from "../hooks/view.ts";
import { formatCount } from "../values/format.ts";
import { HashLink } from "./hash_link.tsx";
import { Table } from "./table.tsx";
import { Ago, Height } from "./value_parts.tsx";

interface BlockTableProps {
  readonly caption: string;
  /** Undefined until they are read. */
  readonly blocks: readonly BlockSummary[] | undefined;
  /** Rows that stand in their place until then. */
  readonly expected?: number | undefined;
}

/** Blocks as a table. */
export function BlockTable({ caption, blocks, expected }: BlockTableProps): JSX.Element {
  const producerPage = useProducerPage();
  return (
    <Table
      caption={caption}
      items={blocks}
      keyOf={({ hash }) => hash}
      empty="No blocks yet."
      expected={expected}
      columns={[
        { title: "Height", cell: ({ number }) => <Height number={number} />, isNumber: true },
        { title: "Age", cell: ({ timestamp }) => <Ago timestamp={timestamp} />, isNumber: true },
        { title: "Hash", cell: ({ hash }) => <HashLink page="block" id={hash} />, isExtra: true },
        {
          title: "Producer",
          cell: ({ validator }) => <HashLink page={producerPage} id={validator} />,
          isExtra: true,
        },
        { title: "Transactions", cell: ({ txCount }) => formatCount(txCount), isNumber: true },
      ]}
    />
  );
}
