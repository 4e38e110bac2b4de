import { useEffect, useState } from "preact/hooks";
import type { Store } from "../values/store.ts";

/** The value of a store; the component is drawn again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [, draw] = useState({});
  useEffect(() => {
    const unsubscribe = store.subscribe(() => draw({}));
    // It may have changed between drawing and this.
    draw({});
    return unsubscribe;
  }, [store]);
  return store.value;
}
