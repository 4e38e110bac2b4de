import { type Client, isAlphadeltaError } from "alphadelta";
import { SEGMENTS } from "alphadelta/chains";
import { isAddress } from "alphadelta/units";
import { formatCount } from "./format.ts";
import { hrefOf } from "./route.ts";
import {
  accountMatch,
  findNames,
  type Known,
  type Match,
  readNumber,
  readProposal,
  segmentOf,
} from "./suggest.ts";

/** Result of a search: pages, or the reason there are none. */
export interface Findings {
  readonly matches: readonly Match[];
  /** Said where there are none. */
  readonly reason: string;
}

const HASH = /^(?:0x)?([0-9a-f]{64})$/;
const OTHER_HASH = /^0x[0-9a-f]+$/i;
const PREFIXES = [...new Set(Object.values(SEGMENTS).map(({ addressPrefix }) => addressPrefix))];

/**
 * Finds the pages for a height, hash, address, proposal, serial number or name.
 *
 * @param readNames Reads what has names, if the text may be one.
 */
export async function find(
  client: Client,
  text: string,
  readNames: () => Promise<Known["names"]>,
): Promise<Findings> {
  const wanted = text.trim();
  if (wanted === "") return { matches: [], reason: "Nothing was typed." };
  const proposal = readProposal(wanted);
  if (proposal !== undefined) return findAll([findProposal(client, proposal)], "proposal");
  const number = readNumber(wanted);
  if (number !== undefined)
    return findAll([findBlock(client, number), findProposal(client, number)], "block or proposal");
  const lower = wanted.toLowerCase();
  const [, hash] = HASH.exec(lower) ?? [];
  if (hash !== undefined) return findHash(client, `0x${hash}`);
  // Other deployments may write hashes and addresses in another way.
  if (OTHER_HASH.test(wanted)) return findHash(client, wanted);
  if (PREFIXES.some((prefix) => lower.startsWith(prefix)))
    return findAddress(client, isAddress(lower) ? lower : wanted);
  const { segment } = client;
  const matches = findNames(wanted, { segment, names: await readNames() });
  const reason = `Expected a height, a hash of 64 digits, an address that begins with ${PREFIXES.join(" or ")}, a proposal such as #3, or at least two letters of the name of a validator, token or proposal.`;
  return { matches, reason };
}

async function findAll(
  searches: readonly Promise<Match | undefined>[],
  what: string,
): Promise<Findings> {
  const matches = (await Promise.all(searches)).filter((match) => match !== undefined);
  return { matches, reason: `There is no such ${what} here.` };
}

async function findBlock(
  { segment, getBlock }: Client,
  number: number,
): Promise<Match | undefined> {
  const block = await orMissing(getBlock(number));
  return (
    block && { kind: "Block", name: formatCount(number), href: hrefOf(segment, "block", number) }
  );
}

async function findProposal(client: Client, id: number): Promise<Match | undefined> {
  if (client.chain !== "delta") return undefined;
  const delta = client as unknown as Client<"delta">;
  const proposal = await orMissing(delta.getProposal(id));
  if (!proposal) return undefined;
  return {
    kind: "Proposal",
    name: proposal.title ?? "",
    href: hrefOf(client.segment, "proposal", id),
  };
}

async function findHash(client: Client, hash: string): Promise<Findings> {
  const { segment, rpc } = client;
  const match = (kind: string, page: "block" | "transaction" | "record" | "serial"): Match => ({
    kind,
    name: hash,
    href: hrefOf(segment, page, hash),
  });
  const searches = [
    rpc
      .tx_getTransaction(hash)
      .then((one) => (one ? match("Transaction", "transaction") : undefined)),
    rpc.chain_getBlockByHash(hash).then((one) => (one ? match("Block", "block") : undefined)),
  ];
  if (client.chain !== "alpha") return findAll(searches.map(orNone), "transaction or block");
  const alpha = client as unknown as Client<"alpha">;
  searches.push(
    alpha.rpc.alpha_getRecord(hash).then((one) => (one ? match("Record", "record") : undefined)),
    alpha.rpc
      .alpha_getSerialNumber(hash)
      .then(({ spent }) => (spent ? match("Serial number", "serial") : undefined)),
  );
  return findAll(searches.map(orNone), "transaction, block, record or spent serial number");
}

/** None where the service refuses to look it up, as some do for what is unknown. */
async function orNone(search: Promise<Match | undefined>): Promise<Match | undefined> {
  try {
    return await search;
  } catch (error) {
    if (isAlphadeltaError(error, "RpcError") && !error.retryable) return undefined;
    throw error;
  }
}

/** An address says which chain it is of. */
function findAddress({ segment }: Client, address: string): Findings {
  const own = segmentOf(address, segment);
  if (own) return { matches: [accountMatch(own, address)], reason: "" };
  const reason = "This is no address: its checksum or length is wrong. Is a character missing?";
  return { matches: [], reason };
}

/** Undefined for what the service does not have. */
async function orMissing<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isAlphadeltaError(error, "RestError") && error.status === 404) return undefined;
    throw error;
  }
}
