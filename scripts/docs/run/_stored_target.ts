import type { ServiceTarget } from "./_call_run.ts";

/** Keys of `sessionStorage`, which the browser clears with the tab. A secret is stored under the address it belongs to. */
const ADDRESS = "alphadelta.run.address";
const secretName = (kind: Secret, address: string): string =>
  `alphadelta.run.${kind} ${originOf(address)}`;

type Secret = "key" | "token";

/** Reads the target of calls: the address entered in this tab, or `address`. */
export function readTarget(address: string, segment: string): ServiceTarget {
  const entered = read(ADDRESS) ?? address;
  return { address: entered, segment, ...readSecrets(entered) };
}

/** Reads the key and the token of devnet control that were entered for an address. */
export function readSecrets(address: string): Pick<ServiceTarget, Secret> {
  const secret = (kind: Secret): string => read(secretName(kind, address)) ?? "";
  return { key: secret("key"), token: secret("token") };
}

/** Stores an address, its key and its token for this tab. */
export function storeTarget({ address, key, token }: ServiceTarget): void {
  write(ADDRESS, address);
  write(secretName("key", address), key);
  write(secretName("token", address), token);
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** Reads a stored value. A browser may deny a page its storage; then values last as long as the form. */
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
    // As in `read`.
  }
}
