import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Milliseconds for which it says that it has copied. */
const SHOWN_FOR = 1_500;

/** Copies a text. */
export function CopyButton({
  text,
  name,
}: {
  readonly text: string;
  readonly name: string;
}): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true));
  };
  return (
    <button type="button" class="copy" onClick={copy} title={isCopied ? "Copied" : `Copy ${name}`}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        {isCopied ? (
          <path d="m3 8.5 3.2 3.2L13 4.8" />
        ) : (
          <path d="M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z" />
        )}
      </svg>
      <span class="hidden" aria-live="polite">
        {isCopied ? "Copied" : `Copy ${name}`}
      </span>
    </button>
  );
}
