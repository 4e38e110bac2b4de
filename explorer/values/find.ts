import { type Client, isRestError, type Segment, SEGMENTS } from "alphadelta";
import { isAddress } from "alphadelta/units";
import { hrefOf } from "./route.ts";

/** A page that fits what was searched for. */
export interface Match {
  readonly kind: string;
  readonly name: string;
  readonly href: string;
}

/** Result of a search: pages, or the reason there are none. */
export interface Findings {
  readonly matches: readonly Match[];
  /** Said where there are none. */
  readonly reason: string;
}

const HASH = /^0x[0-9a-f]{64}$/;
const NUMBER = /^\d{1,15}$/;
const PROPOSAL = /^(?:#|proposal\s+)(\d{1,15})$/i;
const PREFIXES = [...new Set(Object.values(SEGMENTS).map(({ addressPrefix }) => addressPrefix))];

/** Finds the pages for a height, hash, address, proposal or serial number. */
export async function find(client: Client, text: string): Promise<Findings> {
  const wanted = text.trim();
  const [, proposal] = PROPOSAL.exec(wanted) ?? [];
  if (wanted === "") return { matches: [], reason: "Nothing was typed." };
  if (proposal !== undefined) return findAll([findProposal(client, Number(proposal))], "proposal");
  if (NUMBER.test(wanted)) {
    const number = Number(wanted);
    return findAll([findBlock(client, number), findProposal(client, number)], "block or proposal");
  }
  const lower = wanted.toLowerCase();
  if (HASH.test(lower)) return findHash(client, lower);
  if (PREFIXES.some((prefix) => lower.startsWith(prefix))) return findAddress(client, lower);
  const reason = `Expected a height, a hash of 64 digits after 0x, an address that begins with ${PREFIXES.join(" or ")}, or a proposal such as #3.`;
  return { matches: [], reason };
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
  return block && { kind: "Block", name: block.hash, href: hrefOf(segment, "block", number) };
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
  if (client.chain !== "alpha") return findAll(searches, "transaction or block");
  const alpha = client as unknown as Client<"alpha">;
  searches.push(
    alpha.rpc.alpha_getRecord(hash).then((one) => (one ? match("Record", "record") : undefined)),
    alpha.rpc
      .alpha_getSerialNumber(hash)
      .then(({ spent }) => (spent ? match("Serial number", "serial") : undefined)),
  );
  return findAll(searches, "transaction, block, record or spent serial number");
}

/** An address says which chain it is of; it has a page whether or not a block has mentioned it. */
function findAddress({ network }: Client, address: string): Findings {
  const all = Object.entries(SEGMENTS) as [Segment, (typeof SEGMENTS)[Segment]][];
  const found = all.find(
    ([, one]) => one.network === network && isAddress(address, one.addressPrefix.slice(0, -1)),
  );
  const reason = "This is no address: its checksum or length is wrong. Is a character missing?";
  if (!found) return { matches: [], reason };
  const match = { kind: "Account", name: address, href: hrefOf(found[0], "account", address) };
  return { matches: [match], reason: "" };
}

/** Undefined for what the service does not have. */
async function orMissing<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isRestError(error) && error.status === 404) return undefined;
    throw error;
  }
}
