import type { ComponentChildren, JSX } from "preact";

interface LeadProps {
  /** Shown large. */
  readonly figure: ComponentChildren;
  /** Below it. */
  readonly note?: ComponentChildren;
}

/** The most important figures of a page's subject. */
export function Lead({ figure, note }: LeadProps): JSX.Element {
  return (
    <div class="lead">
      <p class="figure">{figure}</p>
      {note === undefined ? null : <div class="note">{note}</div>}
    </div>
  );
}
