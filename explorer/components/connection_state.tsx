import type { JSX } from "preact";
import { useNow } from "../hooks/use_now.ts";
import { useStore } from "../hooks/use_store.ts";
import { useLive, useView } from "../hooks/view.ts";
import type { Session } from "../session/session.ts";
import { formatCount } from "../values/format.ts";

const WORDS = {
  connecting: "connecting",
  open: "live",
  polling: "polling",
  waiting: "no connection",
} as const;

/** State of the connection, the remaining rate limit and quota, and the calls that wait for them. */
export function ConnectionState(): JSX.Element {
  const { session } = useView();
  const { connection } = useLive();
  const waiting = useStore(session.waiting.count);
  useNow();
  return (
    <div class="connection">
      <span class={`dot ${connection}`}>{WORDS[connection]}</span>
      <span class="number muted" title="What is left of the rate limit">
        {budgetText(session.budget())}
      </span>
      {waiting > 0 ? (
        <span class="pill wait">{waiting === 1 ? "1 call waits" : `${waiting} calls wait`}</span>
      ) : null}
    </div>
  );
}

function budgetText({ second, day }: ReturnType<Session["budget"]>): string {
  if (!Number.isFinite(second.limit)) return "no rate limit";
  const today = Number.isFinite(day.limit) ? `, ${formatCount(day.remaining)} today` : "";
  return `${second.remaining}/${second.limit} this second${today}`;
}
