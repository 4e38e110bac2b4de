import type { JSX } from "preact";
import { useStore } from "../hooks/use_store.ts";
import { useLive, useView } from "../hooks/view.ts";
import type { GatewayState } from "../session/upstreams.ts";
import { formatCount } from "../values/format.ts";

/** The state of a gateway: the text of the badge, and its meaning. */
export type Standing = "live" | "polled" | "interrupted" | "stale" | "unknown";

const SENTENCES: Readonly<Record<Standing, string>> = {
  live: "This service is a gateway: it answers from the upstream below, and keeps what does not change.",
  polled: "No upstream sends events: the gateway asks for new blocks now and then.",
  interrupted:
    "The gateway has lost its upstream, and tries it again and again. New blocks may be missing.",
  stale: "No upstream answers. The gateway answers from its cache, which may be old.",
  unknown: "The gateway does not answer.",
};

const DOTS: Readonly<Record<Standing, string>> = {
  live: "open",
  polled: "polling",
  interrupted: "waiting",
  stale: "waiting",
  unknown: "waiting",
};

const POPOVER = "upstream";

/** Names the upstream of a gateway and its lag; a click shows all of them. Nothing of a service that is no gateway. */
export function UpstreamBadge(): JSX.Element | null {
  const gateway = useGateway();
  const standing = useStanding(gateway);
  if (!gateway) return null;
  const { upstreams } = gateway;
  const used = upstreams.find(({ isUsed }) => isUsed) ?? upstreams[0];
  if (!used) return null;
  return (
    <aside class="upstream" aria-label="Upstream">
      <button type="button" class="state" popovertarget={POPOVER}>
        <span class={`dot ${DOTS[standing]}`}>
          <span class="host">{hostOf(used.url)}</span>
          <span class="number">{standing === "live" ? lagText(lagOf(gateway)) : standing}</span>
        </span>
      </button>
      <div id={POPOVER} popover="auto" class="card popover">
        <p>{SENTENCES[standing]}</p>
        <ul>
          {upstreams.map((one) => (
            <li key={one.url}>
              <span class="mono">{hostOf(one.url)}</span>{" "}
              <span class="muted">{describe(one, gateway)}</span>
            </li>
          ))}
        </ul>
        <p class="muted">
          Newest block {formatCount(gateway.height ?? 0)},{" "}
          {formatCount(Math.round(gateway.headAge))} s ago.
        </p>
      </div>
    </aside>
  );
}

/** The gateway's state of the shown segment; undefined where the service is no gateway. */
export function useGateway(): GatewayState | undefined {
  const { session, segment } = useView();
  return useStore(session.upstreams.state)[segment];
}

/** Its state at this moment. */
export function useStanding(gateway: GatewayState | undefined): Standing {
  const isStale = useStore(useView().session.upstreams.isStale);
  const { connection } = useLive();
  if (connection === "waiting") return "unknown";
  const { events = "unknown" } = gateway ?? {};
  return events === "interrupted" && isStale ? "stale" : events;
}

/** Blocks that what is shown is behind the highest known head. */
function lagOf({ height = 0, upstreams }: GatewayState): number {
  return Math.max(0, ...upstreams.map((one) => (one.height ?? 0) - height));
}

function lagText(lag: number): string {
  return lag === 1 ? "1 block behind" : `${formatCount(lag)} blocks behind`;
}

function describe(
  { isUsed, isWorking, height }: GatewayState["upstreams"][number],
  { upstreams }: GatewayState,
): string {
  if (!isWorking) return "not usable now";
  const highest = Math.max(...upstreams.map((one) => one.height ?? 0));
  const lag = height === undefined ? "" : `, ${lagText(highest - height)}`;
  return `${isUsed ? "in use" : "ready"}${lag}`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
