import { SEGMENTS, type Segment } from "../../generated/segments.gen.ts";
import { formatAddress } from "../../units/mod.ts";

/** Values that a service has, by what they are; none where it shows none. */
export interface Samples {
  readonly height?: number;
  readonly blockHash?: string;
  readonly txHash?: string;
  readonly txHeight?: number;
  readonly address?: string;
  readonly validator?: string;
  readonly proposal?: number;
  readonly commitment?: string;
  readonly serialNumber?: string;
}

/** The data of an answer, as a list of items or one; undefined where there is none. */
export type Ask = (path: string) => Promise<unknown>;

type Fields = Readonly<Record<string, unknown>>;

/** Reads a few values through REST, whatever else may be wrong with the answers. */
export async function collectSamples(ask: Ask): Promise<Samples> {
  const first = async (path: string, key: string): Promise<Fields> =>
    (itemsOf(await ask(path), key)[0] ?? {}) as Fields;
  const transactions = itemsOf(await ask("/transactions?limit=50"), "transactions") as Fields[];
  const block = await first("/blocks?limit=1", "blocks");
  const [transaction = {}] = transactions;
  // An account that has tokens shows more than one that has none.
  const holder = transactions.find(({ type }) => type === "token_transfer") ?? transaction;
  const validator = await first("/validators?limit=1&status=all", "validators");
  const proposal = await first("/governance/proposals?limit=1&status=all", "proposals");
  const listed = (name: string): unknown =>
    transactions.map((one) => one[name]).find((list) => Array.isArray(list) && list.length > 0);
  return withoutEmpty({
    height: numberOf(block.number),
    blockHash: textOf(block.hash),
    txHash: textOf(transaction.hash),
    txHeight: numberOf(transaction.blockNumber),
    address: textOf(holder.from),
    validator: textOf(validator.address),
    proposal: numberOf(proposal.id),
    commitment: textOf((listed("commitments") as unknown[] | undefined)?.[0]),
    serialNumber: textOf((listed("serialNumbers") as unknown[] | undefined)?.[0]),
  });
}

/** The sample for a parameter of a call, or one that no service has. */
export function sampleFor(call: string, name: string, samples: Samples): unknown {
  if (name === "address" && /validator/i.test(call)) return samples.validator;
  return sampleByName(name, samples);
}

function sampleByName(name: string, samples: Samples): unknown {
  const byName: Readonly<Record<string, unknown>> = {
    identifier: samples.height,
    blockNumber: samples.height,
    number: samples.txHeight,
    blockHash: samples.blockHash,
    hash: samples.txHash,
    txHash: samples.txHash,
    txid: samples.txHash,
    address: samples.address,
    id: samples.proposal,
    commitment: samples.commitment,
    serialNumber: samples.serialNumber,
  };
  return byName[name];
}

/** Well-formed values that nothing has. */
export function unknownSamples(segment: Segment): Samples {
  const prefix = SEGMENTS[segment].addressPrefix.replace(/1$/, "");
  const hash = `0x${"0123".repeat(16)}`;
  const address = formatAddress({ prefix, bytes: new Uint8Array(20).fill(0x5a) });
  return {
    ...{ height: 2_000_000_000, txHeight: 2_000_000_000, proposal: 2_000_000_000 },
    ...{ blockHash: hash, txHash: hash, commitment: hash, serialNumber: hash },
    ...{ address, validator: address },
  };
}

function itemsOf(data: unknown, key: string): unknown[] {
  const items = (data as Fields | undefined)?.[key];
  return Array.isArray(items) ? items : [];
}

/** A service may send a number as a string. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function withoutEmpty(samples: {
  readonly [Key in keyof Samples]-?: Samples[Key] | undefined;
}): Samples {
  const known = Object.entries(samples).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known);
}
