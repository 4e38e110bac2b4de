import type { JSX } from "preact";

const NUMBER = /^([^.]*)(\.\d+)?(.*)$/s;

interface DecimalsProps {
  readonly text: string;
  /** Has at most two decimals; amounts have four. */
  readonly isRatio?: boolean;
}

/** A formatted number; in tables its point stands below those of the other rows, and a zero beside its unit. */
export function Decimals({ text, isRatio = false }: DecimalsProps): JSX.Element {
  const [, whole = "", decimals = "", unit = ""] = NUMBER.exec(text) ?? [];
  if (text === "0") return <span class="muted">0</span>;
  return (
    <>
      {whole}
      <span class={isRatio ? "decimals few" : "decimals"}>{decimals}</span>
      {unit}
    </>
  );
}
