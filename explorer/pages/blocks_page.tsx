import type { JSX } from "preact";
import { BlockTable } from "../components/block_table.tsx";
import { Card } from "../components/card.tsx";
import { Loaded } from "../components/loaded.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Pager } from "../components/pager.tsx";
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
        <Loaded call={call}>
          {({ items, pagination }) => (
            <>
              {/* The first page is the newest blocks, and those come by themselves. */}
              <BlockTable
                caption="Blocks"
                blocks={page === 1 && blocks.length > 0 ? blocks.slice(0, LIMIT) : items}
              />
              <Pager info={pagination} />
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}
