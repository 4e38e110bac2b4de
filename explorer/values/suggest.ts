import { type Segment } from "alphadelta";
import { SEGMENTS } from "alphadelta/chains";
import { isAddress } from "alphadelta/units";
import { formatCount } from "./format.ts";
import { hrefOf } from "./route.ts";

/** A page that fits what was searched for. */
export interface Match {
  readonly kind: string;
  readonly name: string;
  readonly href: string;
}

/** The part of a chain that is known without a request. */
export interface Known {
  readonly segment: Segment;
  /** Height of the newest block; undefined until it is known. */
  readonly head: number | undefined;
  readonly names: {
    readonly validators: readonly { readonly address: string; readonly name: string }[];
    readonly proposals: readonly { readonly id: number; readonly title: string }[];
    readonly tokens: readonly { readonly contract: string; readonly symbol: string }[];
  };
}

/** Most suggestions. */
const MOST = 8;
/** Characters from which on names are looked for. */
const LEAST = 2;

const PROPOSAL = /^(?:#|proposal\s+)(\d{1,15})$/i;
/** Digits, also in groups of three: `1,204`, `1 204`, `1_204`, `1'204`, `1.204`. */
const NUMBER = /^\d{1,15}$|^\d{1,3}(?:([,._'\s\u2009\u202f])\d{3})(?:\1\d{3}){0,3}$/;

/** The number that a text is, with or without separators. */
export function readNumber(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text.replaceAll(/\D/g, "")) : undefined;
}

/** The proposal that a text such as `#3` names. */
export function readProposal(text: string): number | undefined {
  const [, id] = PROPOSAL.exec(text) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The segment of the same network that an address is of. */
export function segmentOf(address: string, segment: Segment): Segment | undefined {
  const { network } = SEGMENTS[segment];
  const all = Object.keys(SEGMENTS) as Segment[];
  return all.find((one) => {
    const { network: other, addressPrefix } = SEGMENTS[one];
    return other === network && isAddress(address, addressPrefix.slice(0, -1));
  });
}

/** Pages for what is being typed, from what is known already; the best first. */
export function suggest(text: string, known: Known): readonly Match[] {
  const wanted = text.trim();
  const number = readNumber(wanted);
  const id = readProposal(wanted) ?? number;
  const isBlock = number !== undefined && number <= (known.head ?? -1);
  const address = wanted.toLowerCase();
  const own = segmentOf(address, known.segment);
  return [
    ...(isBlock ? [blockMatch(known.segment, number)] : []),
    ...known.names.proposals
      .filter((one) => one.id === id)
      .map((one) => proposalMatch(known.segment, one)),
    ...(own ? [accountMatch(own, address)] : []),
    ...findNames(wanted, known),
  ].slice(0, MOST);
}

/** Validators, tokens and proposals whose name holds a text; those that begin with it first. */
export function findNames(text: string, { segment, names }: Omit<Known, "head">): Match[] {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < LEAST || readNumber(wanted) !== undefined) return [];
  const matches: Match[] = [
    ...names.validators.map(({ address, name }) => ({
      kind: "Validator",
      name,
      href: hrefOf(segment, "validator", address),
    })),
    ...names.tokens.map(({ contract, symbol }) => ({
      kind: "Token",
      name: symbol,
      href: hrefOf(segment, "token", contract),
    })),
    ...names.proposals.map((one) => proposalMatch(segment, one)),
  ];
  const places = matches.map((match) => ({ match, at: match.name.toLowerCase().indexOf(wanted) }));
  return places
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => Math.sign(one.at) - Math.sign(other.at))
    .map(({ match }) => match);
}

function blockMatch(segment: Segment, number: number): Match {
  return { kind: "Block", name: formatCount(number), href: hrefOf(segment, "block", number) };
}

/** An address has a page whether or not a block has mentioned it. */
export function accountMatch(segment: Segment, address: string): Match {
  return { kind: "Account", name: address, href: hrefOf(segment, "account", address) };
}

function proposalMatch(
  segment: Segment,
  { id, title }: { readonly id: number; readonly title: string },
): Match {
  return { kind: "Proposal", name: `#${id} ${title}`, href: hrefOf(segment, "proposal", id) };
}
