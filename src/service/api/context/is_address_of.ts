const DIGITS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const NO_DIGIT = 255;
/** The value of a digit by its character code. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = DIGITS.indexOf(String.fromCharCode(code));
  return value < 0 ? NO_DIGIT : value;
});
/** Digits after the separator: 32 of the 20 bytes, 6 of the checksum. */
const DATA_DIGITS = 38;
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** What the five bits that a step pushes out come back as: looked up, since a branch for each is guessed wrong half the time. */
const CARRIES = Int32Array.from({ length: 32 }, (_, bits) =>
  GENERATOR.reduce((carry, part, bit) => ((bits >> bit) & 1 ? carry ^ part : carry), 0),
);
/** What the checksum of bech32m comes to (BIP 350). */
const RIGHT_SUM = 0x2bc830a3;

/**
 * Tells whether `text` is a well-formed address of a prefix (`ax`, `dx`): what `isAddress` tells, without taking the
 * address apart, since that costs a call on an account as much as all else that is checked of it.
 */
export function isAddressOf(prefix: string, text: string): boolean {
  const start = prefix.length + 1;
  if (!text.startsWith(`${prefix}1`) || text.length !== start + DATA_DIGITS) return false;
  let sum = 1;
  for (let index = 0; index < prefix.length; index++)
    sum = step(sum) ^ (text.charCodeAt(index) >> 5);
  sum = step(sum);
  for (let index = 0; index < prefix.length; index++)
    sum = step(sum) ^ (text.charCodeAt(index) & 31);
  for (let index = start; index < text.length; index++) {
    const value = VALUES[text.charCodeAt(index)] ?? NO_DIGIT;
    if (value === NO_DIGIT) return false;
    sum = step(sum) ^ value;
  }
  return sum === RIGHT_SUM;
}

/** Takes a checksum over one digit further (BIP 173). */
function step(sum: number): number {
  return ((sum & 0x1ffffff) << 5) ^ (CARRIES[sum >>> 25] ?? 0);
}
