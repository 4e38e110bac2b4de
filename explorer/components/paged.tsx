import type { PageInfo } from "alphadelta";
import type { ComponentChildren, JSX } from "preact";
import type { CallState } from "../hooks/use_call.ts";
import { useRoute } from "../hooks/use_route.ts";
import { formatCount } from "../values/format.ts";
import { hrefOf } from "../values/route.ts";
import { Loaded } from "./loaded.tsx";
import { Notice } from "./notice.tsx";
import { Pager } from "./pager.tsx";

/** A page of a list, as the client resolves with it. */
interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: PageInfo | undefined;
}

interface PagedProps<Item> {
  readonly call: CallState<ListPage<Item>>;
  /** Shows the items; undefined until they are read. */
  readonly children: (items: readonly Item[] | undefined) => ComponentChildren;
}

/** A page of a list with the way to the others; beyond the last one, which pages there are. */
export function Paged<Item>({ call, children }: PagedProps<Item>): JSX.Element {
  return (
    <Loaded call={call} loading={children(undefined)}>
      {({ items, pagination }) =>
        items.length === 0 && pagination && pagination.page > 1 ? (
          <BeyondLast info={pagination} />
        ) : (
          <>
            {children(items)}
            <Pager info={pagination} />
          </>
        )
      }
    </Loaded>
  );
}

function BeyondLast({ info }: { readonly info: PageInfo }): JSX.Element {
  const { segment, page, id, query } = useRoute();
  const last = Math.max(1, Math.ceil(info.totalItems / info.limit));
  const hrefOfPage = hrefOf(segment, page, id, { ...Object.fromEntries(query), page: last });
  return (
    <Notice
      tone="plain"
      title={`There is no page ${formatCount(info.page)}`}
      text={last === 1 ? "The list has one page." : `The list has pages 1 to ${formatCount(last)}.`}
    >
      <a class="button" href={hrefOfPage}>
        {last === 1 ? "To the list" : "To the last page"}
      </a>
    </Notice>
  );
}
