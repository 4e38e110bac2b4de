import { formatHex } from "../units/mod.ts";

/** SHA-256 through WebCrypto, which every runtime has. */
export async function digest(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
}

/** SHA-256 as hex. */
export async function digestHex(bytes: Uint8Array): Promise<string> {
  return formatHex(await digest(bytes));
}

/** Bytes to hash for a derivation: the UTF-8 of a JSON array whose first item is `tag`. */
export function tagged(tag: string, ...parts: readonly (string | number)[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([`alphadelta ${tag}`, ...parts]));
}
