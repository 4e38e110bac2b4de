import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { restoreScroll } from "../hooks/scroll_memory.ts";
import { useRoute } from "../hooks/use_route.ts";

interface PageTitleProps {
  /** In the title of the tab too. */
  readonly title: string;
  /** Stands above the title. */
  readonly kind?: string;
  /** Stands behind the title. */
  readonly children?: ComponentChildren;
}

/** True if a page was shown before: the first one leaves the focus where it is. */
let hasShown = false;

/** The title of a page. It takes the focus when the reader comes from another page. */
export function PageTitle({ title, kind, children }: PageTitleProps): JSX.Element {
  const { segment, page, id, query } = useRoute();
  const choice = query.toString();
  const isSamePage = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${segment} · alphadelta explorer`;
  }, [title, segment]);
  useEffect(() => {
    if (hasShown) heading.current?.focus({ preventScroll: true });
    hasShown = true;
    isSamePage.current = false;
  }, [segment, page, id]);
  useEffect(() => {
    const end = restoreScroll(isSamePage.current);
    isSamePage.current = true;
    return end;
  }, [segment, page, id, choice]);
  return (
    <div class="title">
      {kind === undefined ? null : <p class="kind">{kind}</p>}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
