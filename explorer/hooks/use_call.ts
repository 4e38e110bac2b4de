import { useEffect, useState } from "preact/hooks";

/** State of a call. The value stays while it is called again, and after a failure. */
export interface CallState<Value> {
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Calls again. */
  readonly reload: () => void;
}

/**
 * Calls `call` when the component appears, when one of `subject` changes, and when one of `freshness` does. TanStack Query would
 * add 10 kB, and its refresh by blocks a request for each call and block: here new rows come as events.
 *
 * @param subject What is asked for: the value of another subject is forgotten.
 * @param freshness What says that the value may be old.
 */
export function useCall<Value>(
  call: () => PromiseLike<Value>,
  subject: readonly unknown[],
  freshness: readonly unknown[] = [],
): CallState<Value> {
  const key = JSON.stringify(subject);
  const [state, setState] = useState<{
    key: string;
    value?: Value;
    error?: unknown;
    isDone: boolean;
  }>({
    key,
    isDone: false,
  });
  const [asked, ask] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const set = (result: { value: Value } | { error: unknown }): void => {
      if (!isCurrent) return;
      setState((old) => ({
        ...(old.key === key && "value" in old && { value: old.value }),
        ...result,
        key,
        isDone: true,
      }));
    };
    call().then(
      (value) => set({ value }),
      (error: unknown) => set({ error }),
    );
    return () => void (isCurrent = false);
  }, [key, asked, ...freshness]);
  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    error: isCurrent ? state.error : undefined,
    isLoading: !isCurrent || !state.isDone,
    reload: () => ask(asked + 1),
  };
}
