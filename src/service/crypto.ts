/**
 * Hashes, signatures and random bytes, by `node:crypto`.
 *
 * @module
 */
import {
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  randomBytes as randomBuffer,
  scrypt,
  sign,
  timingSafeEqual,
  verify,
} from "node:crypto";
import { createLru } from "./lru_cache.ts";

/** Prefix of a raw Ed25519 key in its DER form (RFC 8410). */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** Keys kept ready: importing one costs as much as a third of a verification. */
const MAX_KEYS = 4_096;

/** By their bytes as a string, one a character. */
const publicKeys = createLru<string, KeyObject>(MAX_KEYS, (raw) =>
  createPublicKey({ key: derOf(SPKI_PREFIX, raw), format: "der", type: "spki" }),
);
const privateKeys = createLru<string, KeyObject>(MAX_KEYS, (raw) =>
  createPrivateKey({ key: derOf(PKCS8_PREFIX, raw), format: "der", type: "pkcs8" }),
);

/** SHA-256 of bytes, or of the UTF-8 of a text: 32 bytes. */
export function sha256(data: Uint8Array | string): Uint8Array {
  return hash("sha256", data, "buffer");
}

/** SHA-256 as lower-case hex that starts with `0x`. */
export function sha256Hex(data: Uint8Array | string): string {
  return `0x${hash("sha256", data, "hex")}`;
}

/** Rounds of {@linkcode slowHash}, which take 2 to 4 ms and a MiB. */
const ROUNDS = 1_024;

/** A hash of a text that can be guessed, so slow that not all guesses can be tried: `scrypt:` and 16 bytes as hex. */
export function slowHash(text: string, salt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(text, salt, 16, { N: ROUNDS }, (error, bytes) =>
      error ? reject(error) : resolve(`scrypt:${bytes.toString("hex")}`),
    );
  });
}

/** SHA-256 of bytes that are given as hex without `0x`, in the same form. */
export function sha256OfHex(hex: string): string {
  return hash("sha256", Buffer.from(hex, "hex"), "hex");
}

/**
 * Tells whether an Ed25519 signature is right; false as well for bytes that are no public key. Never rejects.
 *
 * The work is done by libuv's thread pool: this thread spends a twentieth of it, and signatures are verified in parallel.
 */
export function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const key = publicKeys.memo(nameOf(publicKey));
      verify(null, message, key, signature, (error, isRight) => resolve(!error && isRight));
    } catch {
      resolve(false);
    }
  });
}

/**
 * Signs with Ed25519 in this thread, which takes less time for a few signatures than to wait for another thread: 64 bytes.
 *
 * @throws {Error} If `privateKey` is not 32 bytes long.
 */
export function signEd25519Sync(privateKey: Uint8Array, message: Uint8Array): Uint8Array {
  return sign(null, message, privateKeys.memo(nameOf(privateKey)));
}

/**
 * The Ed25519 public key of a private key, 32 bytes.
 *
 * @throws {Error} If `privateKey` is not 32 bytes long.
 */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  const der = createPublicKey(privateKeys.memo(nameOf(privateKey))).export({
    format: "der",
    type: "spki",
  });
  return Uint8Array.from(der.subarray(SPKI_PREFIX.length));
}

/** Tells whether two texts are the same, in a time that tells nothing of where they differ or how long they are. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

/** Unpredictable bytes. */
export function randomBytes(length: number): Uint8Array {
  return Uint8Array.from(randomBuffer(length));
}

function derOf(prefix: Buffer, raw: string): Buffer {
  return Buffer.concat([prefix, Buffer.from(raw, "latin1")]);
}

function nameOf(raw: Uint8Array): string {
  return Buffer.from(raw).toString("latin1");
}
