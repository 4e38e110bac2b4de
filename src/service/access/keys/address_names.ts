import { slowHash } from "../../crypto.ts";
import { createLru } from "../../lru_cache.ts";
import type { KeyStore } from "./key_store.ts";

/** Most names that are remembered. */
const REMEMBERED = 10_000;

/**
 * Names addresses for a store of keys, so that what is stored does not tell them: by a hash with the salt of the store, of
 * which trying all of IPv4 takes a core some months.
 */
export function createAddressNames(
  store: Pick<KeyStore, "salt">,
): (subject: string) => Promise<string> {
  /** Names take milliseconds: who asks again, refused or not, costs them once. */
  const names = createLru<string, Promise<string>>(REMEMBERED, (subject) => {
    const name = store.salt().then((salt) => slowHash(subject, salt));
    name.catch(() => names.delete(subject));
    return name;
  });
  return (subject) => names.memo(subject);
}
