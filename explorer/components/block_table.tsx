import type { BlockSummary } from "alphadelta";
import type { JSX } from "preact";
import { useProducerPage } from "../hooks/view.ts";
import { formatCount } from "../values/format.ts";
import { HashLink } from "./hash_link.tsx";
import { Table } from "./table.tsx";
import { Ago, Height } from "./value_parts.tsx";

interface BlockTableProps {
  readonly caption: string;
  readonly blocks: readonly BlockSummary[];
}

/** Blocks as a table. */
export function BlockTable({ caption, blocks }: BlockTableProps): JSX.Element {
  const producerPage = useProducerPage();
  return (
    <Table
      caption={caption}
      items={blocks}
      keyOf={({ hash }) => hash}
      empty="No blocks yet."
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
