import { Store } from "../values/store.ts";
import { useStore } from "./use_store.ts";

/** The time zone of shown moments: the reader's, or that of the chain's timestamps. */
export const ZONES = ["local", "UTC"] as const;
/** Colours of the page; `system` follows the reader's device. */
export const THEMES = ["system", "light", "dark"] as const;

export type Zone = (typeof ZONES)[number];
export type Theme = (typeof THEMES)[number];

/** The reader's choices, in this browser. */
export const zone = kept<Zone>("zone", ZONES);
export const theme = kept<Theme>("theme", THEMES);

showTheme();
theme.subscribe(showTheme);

/** The zone that moments are shown in. */
export function useZone(): Zone {
  return useStore(zone);
}

/** Shows moments in the other zone. */
export function turnZone(): void {
  zone.set(zone.value === "UTC" ? "local" : "UTC");
}

/** Name of the reader's time zone, such as `Europe/Berlin`. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function showTheme(): void {
  document.documentElement.dataset.theme = theme.value;
}

/** A choice that outlives the page; where the reader refuses storage, it does not. */
function kept<Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  const key = `alphadelta.${name}`;
  const store = new Store(values.find((one) => one === read(key)) ?? values[0]);
  store.subscribe(() => {
    try {
      localStorage.setItem(key, store.value);
    } catch {
      // It holds for this page.
    }
  });
  return store;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
