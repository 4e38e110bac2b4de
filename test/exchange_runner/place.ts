import { OPERATIONS } from "../../src/generated/service/operations.gen.ts";
import {
  type ChainSelection,
  resolveEndpoints,
  type Segment,
  selectChain,
} from "../../src/chains/mod.ts";
import { type AlphaDevAccount, type DevAccount, devAccounts } from "../../src/devnet/mod.ts";
import { ExchangeError } from "./exchange_error.ts";
import type { Target } from "./target.ts";
import type { Value } from "./values.ts";

/** One segment of a service, with what cases may name there. */
export interface Place {
  readonly target: Target;
  readonly selection: ChainSelection;
  readonly accounts: readonly DevAccount[];
  /** An account of the other chain and one of the other network, which this segment refuses. */
  readonly strangers: { readonly chain: DevAccount; readonly network: DevAccount };
  /** Values that every case starts with. */
  readonly values: ReadonlyMap<string, Value>;
  /** URL of each server. */
  readonly servers: Readonly<Record<string, string>>;
  /** URL of the WebSocket; undefined where there is none. */
  readonly socketUrl: string | undefined;
}

/** Location of a {@linkcode Place}. */
export interface PlaceOptions {
  readonly target: Target;
  readonly segment: Segment;
  /** Seed of the devnet, which its funded accounts follow from. @default {0} */
  readonly seed?: number;
  /** Token of devnet control, as `<token>`; without it cases cannot name it. */
  readonly devToken?: string | undefined;
}

/** As many as genesis funds. */
const ACCOUNTS = 10;
/** Seed of no devnet: its accounts are never seen on a chain. */
const NO_SEED = 9_007_199_254_740_991;
/** Most times that a block is made or waited for: half a minute where blocks come by themselves. */
const MOST_ADVANCES = 300;

/** Gets ready to run cases on a segment. */
export async function openPlace(options: PlaceOptions): Promise<Place> {
  const { target, segment, seed = 0, devToken } = options;
  const selection = selectChain(segment);
  const { chain, network } = selection;
  const otherChain = chain === "alpha" ? "delta" : "alpha";
  const otherNetwork = network === "mainnet" ? "testnet" : "mainnet";
  const accounts: DevAccount[] = await devAccounts(chain, { network, seed, count: ACCOUNTS });
  const [abroad] = await devAccounts(otherChain, { network, seed, count: 1 });
  const [elsewhere] = await devAccounts(chain, { network: otherNetwork, seed, count: 1 });
  const [unseen] = await devAccounts(chain, { network, seed: NO_SEED, count: 1 });
  if (!abroad || !elsewhere || !unseen) throw new ExchangeError("There are no dev accounts");
  const values = new Map<string, Value>([
    ["segment", segment],
    ["chain", chain],
    ["network", network],
    ["foreign", abroad.address],
    ["unseen", unseen.address],
  ]);
  if (devToken !== undefined) values.set("token", devToken);
  for (const [index, account] of accounts.entries()) {
    values.set(`account ${index}`, account.address);
    for (const [name, value] of recordNames(account)) values.set(`${name} ${index}`, value);
  }
  values.set("mistyped", mistype(unseen.address));
  const { rest, rpc = "", servers: all } = resolveEndpoints(segment, target.origin);
  const keys = all[OPERATIONS.requestKey.server] ?? "";
  const servers = { origin: target.origin, rest, rpc, keys };
  const { socketOrigin } = target;
  const socketUrl =
    socketOrigin === undefined ? undefined : resolveEndpoints(segment, socketOrigin).ws;
  return {
    target,
    selection,
    accounts,
    strangers: { chain: abroad, network: elsewhere },
    values,
    servers,
    socketUrl,
  };
}

/**
 * Makes blocks, or waits for them, until `isDone`.
 *
 * @throws {ExchangeError} If that does not come about.
 */
export async function advanceUntil(
  { target, selection }: Place,
  what: string,
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (let count = 0; count < MOST_ADVANCES; count++) {
    if (await isDone()) return;
    await target.advance(selection.segment);
  }
  throw new ExchangeError(`${what} did not come about within ${MOST_ADVANCES} tries`);
}

/** The first record that genesis creates for an account of alpha. */
function recordNames(account: DevAccount | AlphaDevAccount): [string, string][] {
  const [record] = "records" in account ? account.records : [];
  return record
    ? [
        ["record", record.commitment],
        ["serial", record.serialNumber],
      ]
    : [];
}

/** An address with its last character changed, so that its checksum is wrong. */
function mistype(address: string): string {
  return address.slice(0, -1) + (address.endsWith("q") ? "p" : "q");
}
