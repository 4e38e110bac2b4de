import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Card } from "../components/card.tsx";
import { Facts } from "../components/facts.tsx";
import { Moment } from "../components/value_parts.tsx";
import { useLive } from "../hooks/view.ts";
import { formatRatio } from "../values/format.ts";
import type { DevControl, FaultRule } from "./dev_control.ts";

/** What `dev_getState` tells. */
export interface DevState {
  readonly mode: "interval" | "on-submit" | "manual";
  readonly seconds: number;
  readonly timestamp: number;
  readonly snapshots: readonly string[];
  readonly rules: readonly FaultRule[];
}

/** The state of the devnet, read again with each block and each `turn`; an error in words where the token is wrong. */
export function useDevState(control: DevControl, turn: unknown): DevState | string | undefined {
  const { token } = control;
  const { blocks } = useLive();
  const [state, set] = useState<DevState | string>();
  useEffect(() => {
    let isLate = false;
    const show = (value: DevState | string): void => void (isLate || set(value));
    if (token === "") set(undefined);
    else
      control.call("dev_getState").then(
        (value) => show(value as DevState),
        (error: unknown) => show(error instanceof Error ? error.message : String(error)),
      );
    return () => void (isLate = true);
  }, [token, turn, blocks[0]?.hash]);
  return state;
}

interface StateCardProps {
  readonly state: DevState;
  readonly onRevert: (snapshot: string) => void;
  readonly onRules: (rules: readonly FaultRule[]) => void;
}

/** Mode, clock, snapshots and faults in force, with a way back to each snapshot and a way to end each fault. */
export function StateCard({ state, onRevert, onRules }: StateCardProps): JSX.Element {
  const { snapshots, rules, timestamp } = state;
  return (
    <Card title="State">
      <Facts
        facts={[
          ["Blocks", modeText(state)],
          ["Clock", <Moment timestamp={timestamp} isBare />],
          [
            "Snapshots",
            snapshots.length === 0 ? (
              "none"
            ) : (
              <List items={snapshots.map((one) => [one, "Go back", () => onRevert(one)])} />
            ),
          ],
          [
            "Faults",
            rules.length === 0 ? (
              "none"
            ) : (
              <List
                items={rules.map((rule, index) => [
                  faultText(rule),
                  "End",
                  () => onRules(rules.toSpliced(index, 1)),
                ])}
              />
            ),
          ],
        ]}
      />
    </Card>
  );
}

interface ListProps {
  readonly items: readonly (readonly [text: string, action: string, run: () => void])[];
}

function List({ items }: ListProps): JSX.Element {
  return (
    <ul class="ids">
      {items.map(([text, action, run], index) => (
        <li key={index}>
          {text}{" "}
          <button type="button" class="link" aria-label={`${action}: ${text}`} onClick={run}>
            {action}
          </button>
        </li>
      ))}
    </ul>
  );
}

function modeText({ mode, seconds }: DevState): string {
  if (mode === "interval") return `one every ${seconds} s`;
  return mode === "manual" ? "only when you make them" : "one for each submission";
}

/** A rule as a sentence: `30 % of /v1/delta/ answer 503`. */
export function faultText({
  path,
  kind,
  probability,
  status = 503,
  delayMs = 0,
}: FaultRule): string {
  const late = delayMs > 0 && kind !== "delay" ? `, ${delayMs} ms late` : "";
  const effects: Readonly<Record<string, string>> = {
    status: `answer ${status}`,
    delay: `answer ${delayMs} ms late`,
    stall: "never answer",
    drop: "lose their connection",
    duplicate: "have a reply twice",
    shuffle: "have replies in another order",
  };
  return `${formatRatio(probability)} of ${path || "all requests"} ${effects[kind] ?? kind}${late}`;
}
