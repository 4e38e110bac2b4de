import type { JSX } from "preact";
import type { FaultRule } from "./dev_control.ts";
import { faultText } from "./dev_state.tsx";
import { MethodForm } from "./method_form.tsx";

const KINDS = ["status", "delay", "stall", "drop", "duplicate", "shuffle"];

interface FaultFormProps {
  /** Start of the paths that stands there at first. */
  readonly path: string;
  /** The rules in force. */
  readonly rules: readonly FaultRule[];
  readonly set: (rules: readonly FaultRule[]) => Promise<unknown>;
}

/** Makes requests to the service fail on purpose. */
export function FaultForm({ path, rules, set }: FaultFormProps): JSX.Element {
  return (
    <MethodForm
      title="Faults"
      action="Inject"
      fields={[
        { label: "Start of the paths", type: "text", value: path },
        { label: "Kind", type: "text", value: "status", values: KINDS },
        { label: "Probability, 0 to 1", type: "number", value: "0.3" },
        { label: "Status, of the kind status", type: "number", value: "503" },
        { label: "Delay in milliseconds", type: "number", value: "0" },
      ]}
      run={async ([start = "", kind = "", probability, status, delay]) => {
        const part = kind === "status" ? { status: Number(status) } : {};
        const common = { probability: Number(probability), delayMs: Number(delay) };
        const rule = { path: start, kind, ...common, ...part };
        await set([...rules, rule]);
        return `In force: ${faultText(rule)}.`;
      }}
    />
  );
}
