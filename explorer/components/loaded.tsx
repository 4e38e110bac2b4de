import type { ComponentChildren, JSX } from "preact";
import type { CallState } from "../hooks/use_call.ts";
import { readError } from "../values/read_error.ts";
import { Notice } from "./notice.tsx";

interface LoadedProps<Value> {
  readonly call: CallState<Value>;
  /** Shown where the service has none of it. */
  readonly missing?: ComponentChildren;
  /** Shown until it is read: of the height that the value will have. */
  readonly loading?: ComponentChildren;
  readonly children: (value: Value) => ComponentChildren;
}

/** The result of a call, or the reason there is none yet. A result stays while the service cannot be reached. */
export function Loaded<Value>({
  call,
  missing,
  loading,
  children,
}: LoadedProps<Value>): JSX.Element {
  const { value, error, reload } = call;
  const readable = error === undefined ? undefined : readError(error);
  if (readable?.kind === "missing")
    return <>{missing ?? <Notice tone="plain" title="Not found" text={readable.text} />}</>;
  if (value !== undefined) return <>{children(value)}</>;
  if (!readable) return <>{loading ?? <p class="loading">Loading…</p>}</>;
  return (
    <Notice tone="bad" title={TITLES[readable.kind]} text={readable.text}>
      {readable.kind === "invalid" ? null : (
        <button type="button" class="button" onClick={reload}>
          Try again
        </button>
      )}
    </Notice>
  );
}

const TITLES = {
  unreachable: "The service does not answer",
  limited: "The rate limit is spent",
  invalid: "This cannot be looked up",
  refused: "The service refused this",
} as const;
