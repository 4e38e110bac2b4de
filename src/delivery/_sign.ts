import { Webhook } from "standardwebhooks";

/** Bytes of a secret, as the Standard Webhooks scheme has them. */
const LEAST_BYTES = 24;
const MOST_BYTES = 64;

const SECRET = /^whsec_(?<bytes>[A-Za-z0-9+/]+={0,2})$/;

/** Headers of a signed message. */
export interface SignatureHeaders {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
}

/** Signs messages by the Standard Webhooks scheme. */
export type Sign = (id: string, body: string, at: Date) => SignatureHeaders;

/**
 * Makes what signs messages, with each of one or two secrets: while a receiver changes from one to the other, it can verify
 * with either.
 *
 * @throws {TypeError} If one is no secret. The message never has it.
 */
export function createSign(secrets: readonly string[]): Sign {
  if (secrets.length < 1 || secrets.length > 2)
    throw new TypeError(
      `Cannot sign with ${secrets.length} secrets: expected one, or two to rotate`,
    );
  const signers = secrets.map((secret, index) => signerOf(secret, index + 1));
  return (id, body, at) => ({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signers.map((signer) => signer.sign(id, at, body)).join(" "),
  });
}

function signerOf(secret: string, place: number): Webhook {
  const { bytes = "" } = SECRET.exec(secret)?.groups ?? {};
  const { length } = Buffer.from(bytes, "base64");
  if (length >= LEAST_BYTES && length <= MOST_BYTES && bytes.length % 4 === 0)
    return new Webhook(secret);
  const expected = `whsec_ and ${LEAST_BYTES} to ${MOST_BYTES} bytes in base64`;
  throw new TypeError(`Cannot sign with secret ${place}: secrets must be ${expected}`);
}
