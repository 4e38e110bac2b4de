import type { Client } from "../../client/mod.ts";
import { METHOD_CALLS, type MethodName } from "../../generated/client/methods.gen.ts";
import {
  OPERATION_CALLS,
  type OperationId,
  type Operations,
} from "../../generated/client/operations.gen.ts";
import type { SchemaName } from "../../generated/commands.gen.ts";
import { SEGMENTS, type Segment } from "../../generated/segments.gen.ts";
import type { TokenAmount } from "../../generated/types.gen.ts";
import type { CommandParameter, HeightInfo } from "../../tables.ts";
import { formatAddress } from "../../units/mod.ts";
import { rowOf } from "../json.ts";

/** Values that a service has, by their kind; undefined where it shows none. */
export interface Samples {
  readonly height: number | undefined;
  readonly blockHash: string | undefined;
  readonly txHash: string | undefined;
  readonly txHeight: number | undefined;
  readonly address: string | undefined;
  readonly validator: string | undefined;
  readonly contract: string | undefined;
  readonly proposal: number | undefined;
  readonly commitment: string | undefined;
  readonly serialNumber: string | undefined;
}

type SampledList = "listBlocks" | "listProposals" | "listTransactions" | "listValidators";

/** An item as a service sends it: each field may be missing, and of any type. */
type Item<Id extends SampledList> = { readonly [Key in keyof Operations[Id]["item"]]?: unknown };

export type Query<Id extends SampledList> = NonNullable<Operations[Id]["args"][0]>;

export type ReadList = <Id extends SampledList>(
  id: Id,
  query: Query<Id>,
) => Promise<readonly Item<Id>[]>;

/** Reads a few values, most through REST, whatever else may be wrong with the answers. */
export async function collectSamples(readList: ReadList, client: Reads): Promise<Samples> {
  const [transactions, [moved], [block = {}], [validator = {}], [proposal = {}]] =
    await Promise.all([
      readList("listTransactions", { limit: 50 }),
      readList("listTransactions", { limit: 1, type: "token_transfer" }),
      readList("listBlocks", { limit: 1 }),
      readList("listValidators", { limit: 1, status: "all" }),
      readList("listProposals", { limit: 1, status: "all" }),
    ]);
  const [listed = {}] = transactions;
  const transaction = listed.hash === undefined ? await findTransaction(readList, client) : listed;
  // An account that has tokens shows more than one that has none.
  const holder = moved ?? transaction;
  const firstOf = (lists: readonly unknown[]): unknown =>
    lists.find((list): list is unknown[] => Array.isArray(list) && list.length > 0)?.[0];
  return {
    height: integerIn(block.number),
    blockHash: textIn(block.hash),
    txHash: textIn(transaction.hash),
    txHeight: integerIn(transaction.blockNumber),
    address: textIn(holder.from),
    validator: textIn(validator.address),
    contract: textIn((Object(moved?.token) as Partial<TokenAmount>).contract),
    proposal: integerIn(proposal.id),
    commitment: textIn(firstOf(transactions.map(({ commitments }) => commitments))),
    serialNumber: textIn(firstOf(transactions.map(({ serialNumbers }) => serialNumbers))),
  };
}

/** The calls of a client that find a transaction where the lists do not show one. */
type Reads = Pick<Client, "getTransaction"> & { readonly rpc: Pick<Client["rpc"], "call"> };

/** A transaction of the newest block that has any: the interface does not show the items of lists. */
async function findTransaction(
  readList: ReadList,
  client: Reads,
): Promise<Item<"listTransactions">> {
  const blocks = await readList("listBlocks", { limit: 50 });
  const block = blocks.find(({ txCount }) => Number(txCount) > 0);
  try {
    const { number } = block ?? {};
    const whole = await client.rpc.call("chain_getBlockByNumber", [number as number]);
    return await client.getTransaction(whole?.transactions[0] as string);
  } catch {
    return {};
  }
}

/** Samples of calls that take the address of something other than an account. */
const ADDRESSES: { readonly [Call in OperationId | MethodName]?: "validator" | "contract" } = {
  getValidator: "validator",
  delta_getValidator: "validator",
  getToken: "contract",
};

type Sample = (samples: Samples, call: string) => unknown;

const BY_SCHEMA: Readonly<Record<string, Sample>> = {
  Height: (samples, call) => (isList(call) ? samples.txHeight : samples.height),
  Hash: (samples, call) => (isOfBlock(call) ? samples.blockHash : samples.txHash),
  Address: (samples, call) => samples[rowOf(ADDRESSES, call) ?? "address"],
  ProposalId: (samples) => samples.proposal,
  Commitment: (samples) => samples.commitment,
  SerialNumber: (samples) => samples.serialNumber,
} satisfies Partial<Record<SchemaName, Sample>>;

/** The sample for a parameter of a call; undefined where the service shows none, or its schema is another. */
export function sampleFor(
  call: string,
  { schemas = [] }: CommandParameter,
  samples: Samples,
): unknown {
  const [sample] = schemas.flatMap((name) => BY_SCHEMA[name] ?? []);
  return sample?.(samples, call);
}

/** Samples for the required parameters; a sentence that names the first parameter without a sample. */
export function samplesFor(
  call: string,
  parameters: readonly CommandParameter[],
  samples: Samples,
): unknown[] | string {
  const required = parameters.filter((parameter) => parameter.required);
  const values = required.map((parameter) => sampleFor(call, parameter, samples));
  const missing = required[values.indexOf(undefined)];
  return missing ? `The service returned no value for ${missing.name}.` : values;
}

function isList(call: string): boolean {
  return rowOf<CallRow>(OPERATION_CALLS, call)?.info.items !== undefined;
}

/** The answer that has a height and a hash of its own is a block. */
function isOfBlock(call: string): boolean {
  const row = rowOf<CallRow>({ ...METHOD_CALLS, ...OPERATION_CALLS }, call);
  return row?.info.height?.hash !== undefined;
}

interface CallRow {
  readonly info: { readonly items?: string; readonly height?: HeightInfo };
}

/** Well-formed values that nothing has. */
export function unknownSamples(segment: Segment): Samples {
  const prefix = SEGMENTS[segment].addressPrefix.replace(/1$/, "");
  const hash = `0x${"0123".repeat(16)}`;
  const address = formatAddress({ prefix, bytes: new Uint8Array(20).fill(0x5a) });
  const height = 2_000_000_000;
  const hashes = { blockHash: hash, txHash: hash, commitment: hash, serialNumber: hash };
  const addresses = { address, validator: address, contract: address };
  return { height, txHeight: height, proposal: height, ...hashes, ...addresses };
}

/** A service may send a number as a string. */
function integerIn(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** The value as a string that a URL can hold: half of a surrogate pair cannot be encoded. */
function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.isWellFormed() ? value : undefined;
}
