import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Card } from "../components/card.tsx";
import type { DevControl } from "./dev_control.ts";

const KINDS = ["status", "delay", "stall", "drop", "duplicate", "shuffle"] as const;

interface Rule {
  readonly path: string;
  readonly kind: string;
  readonly probability: number;
  readonly delayMs: number;
}

/** Makes requests to the service fail on purpose, or ends that. */
export function FaultForm({ control }: { readonly control: DevControl }): JSX.Element {
  const [rule, setRule] = useState<Rule>({
    path: control.restPath,
    kind: "status",
    probability: 0.3,
    delayMs: 0,
  });
  const [outcome, setOutcome] = useState("");
  const change = (part: Partial<Rule>): void => setRule((before) => ({ ...before, ...part }));
  const set = (rules: readonly Rule[]): void => {
    control.call("dev_setFaults", rules).then(
      () => setOutcome(rules.length === 0 ? "No request fails on purpose." : "In force."),
      (error: unknown) => setOutcome(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <Card title="Faults">
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          set([rule]);
        }}
      >
        <label>
          Start of the paths
          <input
            type="text"
            value={rule.path}
            onInput={(event) => change({ path: event.currentTarget.value })}
          />
        </label>
        <label>
          Kind
          <select
            value={rule.kind}
            onChange={(event) => change({ kind: event.currentTarget.value })}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kind}
              </option>
            ))}
          </select>
        </label>
        <label>
          Probability, 0 to 1
          <input
            type="number"
            step="any"
            min="0"
            max="1"
            value={rule.probability}
            onInput={(event) => change({ probability: event.currentTarget.valueAsNumber })}
          />
        </label>
        <label>
          Delay in milliseconds
          <input
            type="number"
            min="0"
            value={rule.delayMs}
            onInput={(event) => change({ delayMs: event.currentTarget.valueAsNumber })}
          />
        </label>
        <button type="submit" class="button strong">
          Inject
        </button>
        <button type="button" class="button" onClick={() => set([])}>
          End all faults
        </button>
        <p role="status" class="outcome">
          {outcome}
        </p>
      </form>
    </Card>
  );
}
