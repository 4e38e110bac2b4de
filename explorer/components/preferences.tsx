import type { JSX } from "preact";
import {
  type Theme,
  theme,
  THEMES,
  type Zone,
  zone,
  zoneName,
  ZONES,
} from "../hooks/preferences.ts";
import { useStore } from "../hooks/use_store.ts";
import type { Store } from "../values/store.ts";

const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: "as the system",
  light: "light",
  dark: "dark",
};

/** Choices of the reader for all pages: time zone and colours. */
export function Preferences(): JSX.Element {
  const zones: Readonly<Record<Zone, string>> = { local: zoneName(), UTC: "UTC" };
  return (
    <span class="preferences">
      <Choice label="Times" values={ZONES} store={zone} names={zones} />
      <Choice label="Colours" values={THEMES} store={theme} names={THEME_NAMES} />
    </span>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly store: Store<Value>;
  readonly names: Readonly<Record<Value, string>>;
}

function Choice<Value extends string>({
  label,
  values,
  store,
  names,
}: ChoiceProps<Value>): JSX.Element {
  const chosen = useStore(store);
  return (
    <label>
      {label}{" "}
      <select value={chosen} onChange={(event) => store.set(event.currentTarget.value as Value)}>
        {values.map((value) => (
          <option key={value} value={value}>
            {names[value]}
          </option>
        ))}
      </select>
    </label>
  );
}
