import type { JSX } from "preact";
import { BlockTable } from "../components/block_table.tsx";
import { Card } from "../components/card.tsx";
import { Loaded } from "../components/loaded.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Pager } from "../components/pager.tsx";
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
        <Loaded call={call}>
          {({ items, pagination }) => (
            <>
              {/* The first page is the newest blocks, and those come by themselves. */}
              <BlockTable
                caption="Blocks"
                blocks={isNewest ? blocks.slice(0, LIMIT) : items}
                listed={listed}
                hasFile
              />
              <Pager info={pagination} />
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}
