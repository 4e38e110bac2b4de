import type { BudgetQuota } from "alphadelta/transport";
import type { JSX } from "preact";
import { useNow } from "../hooks/use_now.ts";
import { useStore } from "../hooks/use_store.ts";
import { useLive, useView } from "../hooks/view.ts";
import { formatCount } from "../values/format.ts";

const WORDS = {
  connecting: "connecting",
  open: "live",
  polling: "polling",
  waiting: "no connection",
} as const;

const SENTENCES = {
  connecting: "The connection is being made.",
  open: "Blocks and transactions arrive by themselves, over one connection for all tabs.",
  polling: "No WebSocket answers: new blocks are asked for now and then.",
  waiting: "The service does not answer. It is tried again and again.",
} as const;

const POPOVER = "connection";

/** State of the connection, and the calls that wait for the rate limit; a click shows what is left of it. */
export function ConnectionState(): JSX.Element {
  const { session } = useView();
  const { connection } = useLive();
  const waiting = useStore(session.waiting.count);
  return (
    <div class="connection">
      <span class={`pill wait ${waiting === 0 ? "idle" : ""}`}>
        {waiting === 1 ? "1 call waits" : `${waiting} calls wait`}
      </span>
      <button type="button" class="state" popovertarget={POPOVER}>
        <span class={`dot ${connection}`}>{WORDS[connection]}</span>
      </button>
      <div id={POPOVER} popover="auto" class="card popover">
        <p>{SENTENCES[connection]}</p>
        <Budget />
      </div>
    </div>
  );
}

/** The rest of the rate limit and of the quota; nothing where the service tells of none. */
function Budget(): JSX.Element | null {
  const { session } = useView();
  const budget = session.budget();
  useNow();
  if (!budget) return null;
  const { second, day } = budget;
  return (
    <>
      <Quota name="Requests this second" quota={second} />
      <Quota name="Requests today" quota={day} />
      {Number.isFinite(day.limit) ? (
        <p class="muted">The day ends at {day.resetsAt.toLocaleTimeString("en-GB", CLOCK)}.</p>
      ) : null}
      <p class="muted">Shared by all tabs. {session.hasKey ? "" : "An API key raises both."}</p>
    </>
  );
}

const CLOCK = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;

function Quota({
  name,
  quota,
}: {
  readonly name: string;
  readonly quota: BudgetQuota;
}): JSX.Element | null {
  const { limit, remaining } = quota;
  if (!Number.isFinite(limit)) return null;
  return (
    <label class="quota">
      {name}
      <span class="number">
        {formatCount(remaining)} of {formatCount(limit)} left
      </span>
      <meter min={0} max={limit} low={limit / 5} value={remaining} />
    </label>
  );
}
