import type { JSX } from "preact";
import { useView } from "../hooks/view.ts";
import { shorten } from "../values/format.ts";
import { hrefOf, type PageName } from "../values/route.ts";
import { CopyButton } from "./copy_button.tsx";

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

/** A text that is shown whole on wide screens and shortened on narrow ones; it is read out once. */
export function Whole({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      <span class="wide">{text}</span>
      <span class="narrow" aria-hidden="true">
        {shorten(text, 12, 8)}
      </span>
    </>
  );
}
