import { useEffect, useState } from "preact/hooks";
import { useView } from "./view.ts";

/** Milliseconds from one reload to the next: the account of a busy program must not spend the reader's rate limit. */
const MOST_OFTEN = 20_000;

/** Grows after new transactions of an account: at once after the first, then now and then. */
export function useNews(address: string): number {
  const { client } = useView();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasMore = false;
    function tell(): void {
      if (timer !== undefined) {
        hasMore = true;
        return;
      }
      setCount((before) => before + 1);
      timer = setTimeout(() => {
        timer = undefined;
        if (hasMore) tell();
        hasMore = false;
      }, MOST_OFTEN);
    }
    void (async () => {
      try {
        const events = client.events.subscribe("transactions", { address }, { signal });
        for await (const { data } of events) if (data) tell();
      } catch {
        // The page is reloaded with the next reorganisation or reconnection all the same.
      }
    })();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [client, address]);
  return count;
}
