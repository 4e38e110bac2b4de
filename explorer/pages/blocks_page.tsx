import type { JSX } from "preact";
import { BlockTable } from "../components/block_table.tsx";
import { Card } from "../components/card.tsx";
import { LiveRows } from "../components/live_rows.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Paged } from "../components/paged.tsx";
import { useCall } from "../hooks/use_call.ts";
import { pageNumber } from "../values/page_number.ts";
import { useLive, useView } from "../hooks/view.ts";
import { useRoute } from "../hooks/use_route.ts";

const LIMIT = 25;

/** All blocks, newest first. */
export function BlocksPage(): JSX.Element {
  const { client, segment } = useView();
  const { blocks, version } = useLive();
  const page = pageNumber(useRoute());
  const call = useCall(() => client.listBlocks({ page, limit: LIMIT }), [segment, page], [version]);
  return (
    <>
      <PageTitle title="Blocks" />
      <Card title="All blocks, newest first">
        <Paged call={call}>
          {(items) => (
            // The first page is the newest blocks, and those come by themselves.
            <LiveRows
              items={page === 1 && items && blocks.length > 0 ? blocks : items}
              keyOf={({ hash }) => hash}
              noun="block"
              limit={LIMIT}
            >
              {(shown) => <BlockTable caption="Blocks" blocks={shown} expected={LIMIT} />}
            </LiveRows>
          )}
        </Paged>
      </Card>
    </>
  );
}
