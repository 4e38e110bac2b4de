import { type Segment } from "alphadelta";
import { SEGMENTS } from "alphadelta/chains";
import type { JSX } from "preact";
import { useRoute } from "../hooks/use_route.ts";
import { servedSegments } from "../session/place.ts";
import { hrefOf } from "../values/route.ts";

/** Leads to the overview of each segment; a list to choose from where there is little room. */
export function SegmentSwitch(): JSX.Element {
  const { segment } = useRoute();
  const all = servedSegments();
  return (
    <>
      <nav class="segments" aria-label="Chain and network">
        {all.map((one) => (
          <a
            key={one}
            href={hrefOf(one)}
            class={SEGMENTS[one].chain}
            aria-current={one === segment ? "true" : undefined}
          >
            {SEGMENTS[one].chain}
            {SEGMENTS[one].network === "mainnet" ? null : <small> {SEGMENTS[one].network}</small>}
          </a>
        ))}
      </nav>
      <select
        class="segment-select"
        aria-label="Chain and network"
        value={segment}
        onChange={(event) => (location.hash = hrefOf(event.currentTarget.value as Segment))}
      >
        {all.map((one) => (
          <option key={one} value={one}>
            {SEGMENTS[one].chain}
            {SEGMENTS[one].network === "mainnet" ? "" : ` ${SEGMENTS[one].network}`}
          </option>
        ))}
      </select>
    </>
  );
}
