import type { QuotaStore } from "alphadelta/transport";

/**
 * Milliseconds for which what the tabs have spent holds, whatever one of them learns: an answer tells a tab what is left,
 * but not which requests of other tabs are on their way.
 */
const LONGEST = 10_000;
/** Part by which a request weighs more: those on the shared connection are counted after they went out. */
const MARGIN = 0.2;

/**
 * Quotas that the tabs of this browser share, so that they pace their requests together.
 *
 * @param apiKey Tabs with another key have other quotas; what is stored does not tell the key.
 * @returns Undefined where a page has no locks, as over HTTP from another machine: each tab then counts for itself.
 */
export function sharedQuotas(apiKey: string | undefined): QuotaStore | undefined {
  if (!isStored()) return undefined;
  return {
    update(host, change) {
      const name = `alphadelta.quota ${fingerprint(apiKey)} ${host}`;
      return navigator.locks.request(name, () => {
        const stored = parse(localStorage.getItem(name));
        const changed = change(stored);
        const now = Date.now();
        const spentUntil = Math.min(stored?.refilledAt ?? 0, now + LONGEST);
        const spent = Math.max(0, changed.refilledAt - Math.max(spentUntil, now));
        const refilledAt = Math.max(changed.refilledAt, spentUntil) + spent * MARGIN;
        const state = { ...changed, refilledAt };
        localStorage.setItem(name, JSON.stringify(state));
        return state;
      });
    },
  };
}

type State = Parameters<Parameters<QuotaStore["update"]>[1]>[0];

function parse(text: string | null): State {
  const state = JSON.parse(text ?? "null") as State | null;
  return state ?? undefined;
}

/** Readers may refuse storage to pages. */
function isStored(): boolean {
  try {
    return "locks" in navigator && localStorage.length >= 0;
  } catch {
    return false;
  }
}

/** 32 bits of a key, to tell keys apart. */
function fingerprint(key = ""): string {
  let hash = 2_166_136_261;
  for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash.toString(36);
}
