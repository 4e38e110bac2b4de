import type { JSX } from "preact";
import { useState } from "preact/hooks";

/** Decimals that a headline shows at first. */
const SHOWN = 6;

/** An amount in a headline: its further decimals come at a click. */
export function Figure({ text }: { readonly text: string }): JSX.Element {
  const [isWhole, show] = useState(false);
  const [whole = "", decimals = ""] = text.split(".");
  if (isWhole || decimals.length <= SHOWN) return <>{text}</>;
  return (
    <>
      {whole}.{decimals.slice(0, SHOWN)}
      <button
        type="button"
        class="link"
        aria-label="Show every decimal"
        title="Show every decimal"
        onClick={() => show(true)}
      >
        …
      </button>
    </>
  );
}
