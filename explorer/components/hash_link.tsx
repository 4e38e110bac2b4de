import type { ComponentChildren, JSX } from "preact";
import { useView } from "../hooks/view.ts";
import { shorten } from "../values/format.ts";
import { hrefOf, type PageName } from "../values/route.ts";
import { CopyButton } from "./copy_button.tsx";
import { Missing } from "./value_parts.tsx";

/** Characters at the end that are shown whatever room there is. */
const END = 8;

interface HashLinkProps {
  readonly page: PageName;
  readonly id: string;
  /** Shown whole, where there is room; else its beginning and end. */
  readonly isWhole?: boolean;
  readonly isCopied?: boolean;
}

/** A hash or address that leads to its page. */
export function HashLink({
  page,
  id,
  isWhole = false,
  isCopied = false,
}: HashLinkProps): JSX.Element {
  const { segment } = useView();
  if (typeof id !== "string") return <Missing />;
  return (
    <span class="hash">
      <a href={hrefOf(segment, page, id)} class="mono" title={id}>
        {isWhole ? <Whole text={id} /> : shorten(id)}
      </a>
      {isCopied || isWhole ? (
        <CopyButton text={id} name={page === "account" ? "address" : "hash"} />
      ) : null}
    </span>
  );
}

/** A hash or address that is copied, and leads nowhere. */
export function HashText({
  text,
  name,
  children,
}: {
  readonly text: string;
  readonly name: string;
  /** Stands behind it. */
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <span class="hash mono">
      <span title={text}>
        <Whole text={text} />
      </span>
      <CopyButton text={text} name={name} />
      {children}
    </span>
  );
}

/** A text that is shown whole where there is room, else cut in the middle; it is read out and selected whole. */
function Whole({ text }: { readonly text: string }): JSX.Element {
  return (
    <span class="whole">
      <span>{text.slice(0, -END)}</span>
      <span>{text.slice(-END)}</span>
    </span>
  );
}
