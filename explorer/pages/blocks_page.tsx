import type { JSX } from "preact";
import { BlockTable } from "../components/block_table.tsx";
import { Card } from "../components/card.tsx";
import { LiveRows } from "../components/live_rows.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Paged } from "../components/paged.tsx";
import { useCall } from "../hooks/use_call.ts";
import { pageNumber } from "../values/page_number.ts";
import { hrefOf } from "../values/route.ts";
import { useLive, useView } from "../hooks/view.ts";
import { useRoute } from "../hooks/use_route.ts";

const LIMIT = 25;

/** All blocks, newest first. */
export function BlocksPage(): JSX.Element {
  const { client, segment } = useView();
  const { blocks, version } = useLive();
  const route = useRoute();
  const page = pageNumber(route);
  const order = route.query.get("order") === "asc" ? "asc" : "desc";
  const call = useCall(
    () => client.listBlocks({ page, limit: LIMIT, order }),
    [segment, page, order],
    [version],
  );
  const isNewest = page === 1 && order === "desc" && blocks.length > 0;
  const listed = {
    isDescending: order === "desc",
    href: hrefOf(segment, "blocks", "", order === "desc" ? { order: "asc" } : {}),
  };
  return (
    <>
      <PageTitle title="Blocks" />
      <Card title={order === "desc" ? "Newest first" : "Oldest first"}>
        <Paged call={call}>
          {(items) => (
            // The first page is the newest blocks, and those come by themselves.
            <LiveRows
              items={isNewest && items ? blocks : items}
              keyOf={({ hash }) => hash}
              noun="block"
              limit={LIMIT}
            >
              {(shown) => (
                <BlockTable
                  caption="Blocks"
                  blocks={shown}
                  expected={LIMIT}
                  listed={listed}
                  hasFile
                />
              )}
            </LiveRows>
          )}
        </Paged>
      </Card>
    </>
  );
}
