import type { ServiceTarget } from "./_call_run.ts";

/** Keys of `sessionStorage`, which ends with the tab. A key is kept by the address it is for, and shown to no other. */
const ADDRESS = "alphadelta.run.address";
const secretName = (kind: Secret, address: string): string =>
  `alphadelta.run.${kind} ${originOf(address)}`;

type Secret = "key" | "token";

/** Where calls are sent: the address that was entered in this tab, or the given one. */
export function readPlace(address: string, segment: string): ServiceTarget {
  const chosen = read(ADDRESS) ?? address;
  return { address: chosen, segment, ...readSecrets(chosen) };
}

/** The key and the token of devnet control that were entered for an address. */
export function readSecrets(address: string): Pick<ServiceTarget, Secret> {
  const secret = (kind: Secret): string => read(secretName(kind, address)) ?? "";
  return { key: secret("key"), token: secret("token") };
}

/** Stores an address, its key and its token for this tab. */
export function writePlace({ address, key, token }: ServiceTarget): void {
  write(ADDRESS, address);
  write(secretName("key", address), key);
  write(secretName("token", address), token);
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** A browser may allow a page no storage: then nothing lasts longer than the form. */
function read(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(name: string, value: string): void {
  try {
    if (value === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // See read().
  }
}
