import type { QuotaState, QuotaStore } from "alphadelta/transport";

/** Name of the database, and of its only store. */
const NAME = "alphadelta.quota";

type Change = (stored: QuotaState | undefined) => QuotaState;

/**
 * Quotas that the tabs of this browser share, so that they pace their requests together. Where readers refuse storage to
 * pages, each tab counts for itself.
 *
 * They are in IndexedDB, whose transactions follow one another: of `localStorage` a tab may read what was there before
 * another one wrote, even under a lock.
 *
 * @param apiKey Tabs with another key have other quotas; what is stored does not tell the key.
 */
export function sharedQuotas(apiKey: string | undefined): QuotaStore {
  const database = open();
  const own = new Map<string, QuotaState>();
  return {
    async update(host, change) {
      const key = `${fingerprint(apiKey)} ${host}`;
      let state: QuotaState;
      try {
        state = await replace(await database, key, change);
      } catch {
        state = change(own.get(key));
      }
      own.set(key, state);
      return state;
    },
  };
}

/** Rejects where the page may not store anything. */
function open(): Promise<IDBDatabase> {
  const opened = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(NAME));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error as Error));
  });
  // Each update says so.
  opened.catch(() => undefined);
  return opened;
}

/** Replaces a value in one transaction. */
function replace(database: IDBDatabase, key: string, change: Change): Promise<QuotaState> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(NAME, "readwrite");
    const store = transaction.objectStore(NAME);
    const stored: IDBRequest<QuotaState | undefined> = store.get(key);
    let state: QuotaState;
    stored.addEventListener("success", () => {
      state = change(stored.result);
      store.put(state, key);
    });
    transaction.addEventListener("complete", () => resolve(state));
    transaction.addEventListener("abort", () => reject(transaction.error as Error));
  });
}

/** 32 bits of a key, to tell keys apart. */
function fingerprint(key = ""): string {
  let hash = 2_166_136_261;
  for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash.toString(36);
}
