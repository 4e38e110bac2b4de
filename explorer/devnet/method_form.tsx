import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Card } from "../components/card.tsx";

/** A field of a form, with what stands there at first. */
export interface Field {
  readonly label: string;
  readonly type: "number" | "text";
  readonly value: string;
  /** Values to choose from; left out, any is taken. */
  readonly values?: readonly string[];
}

interface MethodFormProps {
  readonly title: string;
  /** Text of the button. */
  readonly action: string;
  readonly fields: readonly Field[];
  /** Takes the values of the fields, gives what is shown then. */
  readonly run: (values: readonly string[]) => Promise<string>;
}

/** A form that calls a method and shows what came. */
export function MethodForm({ title, action, fields, run }: MethodFormProps): JSX.Element {
  const [values, setValues] = useState(fields.map(({ value }) => value));
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isFault: boolean }>();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      fields.forEach((field, index) => checkNumber(field, values[index] ?? ""));
      setOutcome({ text: await run(values), isFault: false });
    } catch (error) {
      setOutcome({ text: error instanceof Error ? error.message : String(error), isFault: true });
    }
  };
  return (
    <Card title={title}>
      <form class="fields" onSubmit={(event) => void submit(event)}>
        {fields.map((field, index) => (
          <label key={field.label}>
            {field.label}
            <FieldInput
              field={field}
              value={values[index] ?? ""}
              onValue={(value) => setValues((before) => before.with(index, value))}
            />
          </label>
        ))}
        <button type="submit" class="button strong">
          {action}
        </button>
        <p role="status" class={outcome?.isFault ? "fault" : "outcome"}>
          {outcome?.text ?? ""}
        </p>
      </form>
    </Card>
  );
}

function checkNumber({ label, type }: Field, value: string): void {
  if (type === "number" && !/^\s*-?\d+(\.\d+)?\s*$/.test(value))
    throw new Error(`${label} must be a number, got ${JSON.stringify(value)}`);
}

interface FieldInputProps {
  readonly field: Field;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function FieldInput({ field: { type, values }, value, onValue }: FieldInputProps): JSX.Element {
  if (values)
    return (
      <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    );
  return (
    <input
      type="text"
      inputMode={type === "number" ? "decimal" : "text"}
      value={value}
      spellcheck={false}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  );
}
