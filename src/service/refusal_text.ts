import { SEGMENTS } from "../generated/segments.gen.ts";

/** Why something is refused that has the right form; `{}` stands for a value. */
const TEXTS = {
  noBlock: "No block {}",
  noTransaction: "No transaction {} in a block",
  noAccount: "No account {}",
  noToken: "No token {}",
  noValidator: "No validator {}",
  noProposal: "No proposal {}",
  aboveHead: "blockNumber must be at most {}, the newest block, got {}",
  segment: "The transaction is for {} {}, this is {} {}",
  gasPrice: "Gas price {} is below the floor of {}",
  gasLimit: "Gas limit {} is below the required {}",
  sender: "From {} is not the address of the public key, which is {}",
  signature: "The signature does not match the transaction and the key",
  nonce: "Nonce is {}, the next nonce of {} is {}, counting pending transactions",
  cost: "The transaction may cost {} ({} and {} gas at {}), {} has {}",
  balance:
    "The spent records hold {}, the created records {} and the fee is {}: inputs must equal outputs plus fee",
  noRecord: "Serial number {} belongs to no record in a block",
  owner: "Serial number {} belongs to {}, the signer is {}",
  spent: "Serial number {} was spent in block {}",
  pending: "Serial number {} is spent by a pending transaction",
  mempool: "The mempool is full with {} of at most {}: try again after the next block",
} as const;

/** The text of a refusal, with its values in their order. */
export function refusalText(
  name: keyof typeof TEXTS,
  ...values: readonly (string | number | bigint)[]
): string {
  const left = values.values();
  return TEXTS[name].replace(/\{\}/g, () => String(left.next().value));
}

const SEGMENT_PARTS = Object.values(SEGMENTS);
const WORDS = new Set(SEGMENT_PARTS.flatMap(({ chain, network }) => [chain, network]));
const PREFIXES = new Set(SEGMENT_PARTS.map(({ addressPrefix }) => addressPrefix));

/** A number, a hash, an address, a chain or a network. */
const VALUE = String.raw`(?:\d{1,80}|0x[\da-f]{1,128}|(?:${[...PREFIXES].join("|")})[\da-z]{1,90}|${[...WORDS].join("|")})`;

/** Any of the texts with values. */
const KNOWN = new RegExp(`^(?:${Object.values(TEXTS).map(patternOf).join("|")})$`, "i");

function patternOf(text: string): string {
  return text.replace(/[.()]/g, String.raw`\$&`).replaceAll("{}", VALUE);
}

/** Prefix of the reasons that the decoder of transactions gives. */
const UNDECODABLE = "Cannot decode transaction: ";

/**
 * The text of a refusal by another service, where it is one of these; undefined for any other. It holds nothing but our
 * own words, and numbers, hashes, addresses, chains and networks.
 */
export function knownRefusalText(text: string): string | undefined {
  if (text.startsWith(UNDECODABLE)) return `${UNDECODABLE}it is not in the form of this chain`;
  return text.length <= LONGEST && KNOWN.test(text) ? text : undefined;
}

const LONGEST = 1_000;
