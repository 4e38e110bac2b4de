import { type Segment, SEGMENTS } from "alphadelta";
import type { JSX } from "preact";
import { useRoute } from "../hooks/use_route.ts";
import { hrefOf } from "../values/route.ts";

/** Leads to the overview of each segment. */
export function SegmentSwitch(): JSX.Element {
  const { segment } = useRoute();
  return (
    <nav class="segments" aria-label="Chain and network">
      {(Object.keys(SEGMENTS) as Segment[]).map((one) => (
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
  );
}
