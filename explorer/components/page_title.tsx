import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { restoreScroll } from "../hooks/scroll_memory.ts";
import { useRoute } from "../hooks/use_route.ts";

interface PageTitleProps {
  readonly title: string;
  /** Tells the subject from others of its kind, in the title of the tab alone. */
  readonly subject?: string;
  /** Stands behind the title. */
  readonly children?: ComponentChildren;
}

/** True if a page was shown before: the first one leaves the focus where it is. */
let hasShown = false;

/** The title of a page. It takes the focus when the reader comes from another page. */
export function PageTitle({ title, subject = "", children }: PageTitleProps): JSX.Element {
  const { segment, page, id, query } = useRoute();
  const choice = query.toString();
  const isSamePage = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${`${title} ${subject}`.trim()} · ${segment} · alphadelta explorer`;
  }, [title, subject, segment]);
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
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
