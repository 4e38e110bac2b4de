import { base64urlnopad } from "@scure/base";
import { formatHex, parseHex } from "../units/mod.ts";

/** SHA-256 through WebCrypto, which every runtime has. */
export async function digest(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
}

export async function digestHex(bytes: Uint8Array): Promise<string> {
  return formatHex(await digest(bytes));
}

const UTF8 = new TextEncoder();

/** Bytes to hash for a derivation: the UTF-8 of a JSON array whose first item is `tag`. */
export function tagged(tag: string, ...parts: readonly (string | number)[]): Uint8Array {
  return UTF8.encode(JSON.stringify([`alphadelta ${tag}`, ...parts]));
}

/** PKCS#8 prefix of the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8_PREFIX = parseHex("0x302e020100300506032b657004220420");

/** A private key imported into WebCrypto, with its public key. */
interface KeyPair {
  readonly privateKey: CryptoKey;
  readonly publicKey: Uint8Array;
}

/** Imports a raw 32-byte private key; WebCrypto exports the public key only as JWK. */
export async function importKeyPair(secret: Uint8Array): Promise<KeyPair> {
  const pkcs8 = Uint8Array.of(...PKCS8_PREFIX, ...secret);
  const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x } = await crypto.subtle.exportKey("jwk", privateKey);
  if (x === undefined)
    throw new Error("Cannot import key: this runtime cannot export the public key");
  return { privateKey, publicKey: base64urlnopad.decode(x) };
}

export async function signEd25519(privateKey: CryptoKey, message: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, Uint8Array.from(message)));
}
