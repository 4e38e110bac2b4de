import type { PageInfo } from "alphadelta";
import type { JSX } from "preact";
import { useRoute } from "../hooks/use_route.ts";
import { formatCount } from "../values/format.ts";
import { hrefOf } from "../values/route.ts";

/** Leads to the pages before and after one of a list that has several. */
export function Pager({ info }: { readonly info: PageInfo | undefined }): JSX.Element | null {
  const { segment, page, id, query } = useRoute();
  const last = info ? Math.ceil(info.totalItems / info.limit) : 0;
  if (!info || (last <= 1 && info.page === 1)) return null;
  const link = (to: number, text: string): JSX.Element =>
    to < 1 || to > last || to === info.page ? (
      <span class="button" aria-disabled="true">
        {text}
      </span>
    ) : (
      <a
        class="button"
        href={hrefOf(segment, page, id, { ...Object.fromEntries(query), page: to })}
      >
        {text}
      </a>
    );
  return (
    <nav class="pager" aria-label="Pages of the list">
      {link(1, "First")}
      {link(info.page - 1, "Previous")}
      <span class="number">
        Page {formatCount(info.page)} of {formatCount(last)}
      </span>
      {link(info.page + 1, "Next")}
      {link(last, "Last")}
    </nav>
  );
}
