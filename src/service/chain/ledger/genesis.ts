import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import {
  addressOfDigest,
  DEV_ACCOUNT_COUNT,
  GENESIS_BALANCE,
  GENESIS_RECORDS,
  genesisCreatorBytes,
} from "../../../devnet/internal.ts";
import { devAccounts, type SpendableRecord } from "../../../devnet/mod.ts";
import {
  type Address,
  type Amount,
  formatHex,
  type Hex,
  type UnixSeconds,
} from "../../../units/mod.ts";
import { publicKeyOf, sha256, sha256Hex } from "../../crypto.ts";
import { createRecord, recordNames } from "./alpha.ts";
import { BLOCK_GAS_LIMIT, merkleRoot, NO_HASH, sealBlock } from "./produce_block.ts";
import { NATIVE_TOKEN, traitsOf, UPTIME_TURNS } from "./chain_rules.ts";
import {
  NO_STAKE,
  PROPOSALS,
  STAKE,
  type Token,
  TOKEN,
  TOKEN_BALANCE,
  TOKENS,
  TURNS,
  type TurnSource,
} from "./delta/state.ts";
import {
  ACCOUNT,
  GENESIS,
  SUPPLY,
  type ValidatorState,
  VALIDATOR,
  VALIDATORS,
} from "./state_kinds.ts";
import { StateTree } from "../state_tree/mod.ts";
import type { ProducedBlock } from "./transaction.ts";
import { WorkingState } from "./working_state.ts";
import { FIRST_SEGMENTS } from "../../../generated/segments.gen.ts";

interface GenesisOptions {
  readonly segment: Segment;
  readonly seed: number;
  /** Time of the first block. */
  readonly timestamp: UnixSeconds;
  /** Number of dev accounts that are funded. @default {10} */
  readonly accounts?: number;
}

const RECORD_VALUE: Amount = GENESIS_BALANCE / BigInt(GENESIS_RECORDS);

/** Name, stake in tokens, commission, reliability and status of each validator; producers of alpha have no stake. */
const VALIDATOR_PLANS = [
  ["Aldebaran", 5_000_000n, 0.05, 998, "active"],
  ["Bellatrix", 4_000_000n, 0.07, 990, "active"],
  ["Capella", 3_000_000n, 0.1, 960, "active"],
  ["Deneb", 2_000_000n, 0.03, 930, "active"],
  ["Electra", 500_000n, 0.1, 300, "inactive"],
  ["Fomalhaut", 3_000_000n, 0.02, 400, "active"],
] as const;

/**
 * The block at height 0 with the state that a segment starts from: dev accounts and traffic accounts funded, and
 * validators with their stakes, all derived from the seed.
 */
export async function createGenesis(options: GenesisOptions): Promise<ProducedBlock> {
  const { segment, seed, timestamp, accounts: count = DEV_ACCOUNT_COUNT } = options;
  const { chain, network } = SEGMENTS[segment];
  const funded = await devAccounts(chain, { network, seed, count });
  const busy = busyAccount(segment, seed);
  const others = [...trafficAccounts(segment, seed), ...(busy ? [busy] : [])];
  const owners = [...funded, ...others].map(({ address }) => address);
  const validators = planValidators(segment, seed);
  const state = new WorkingState(() => undefined);
  state.set(GENESIS, undefined, { segment, seed, accounts: count });
  for (const owner of owners) fund(state, options, owner);
  setValidators(state, validators);
  if (traitsOf(segment).isStaked) setUpDelta(state, { segment, seed, owners, validators });
  const staked = validators.reduce((sum, [, { stake }]) => sum + stake, 0n);
  state.set(SUPPLY, undefined, {
    total: BigInt(owners.length) * GENESIS_BALANCE + staked,
    staked,
  });
  const changes = state.changes();
  const { stateRoot, treeNodes } = new StateTree().update(changes);
  const block = sealBlock({
    height: 0,
    parentHash: NO_HASH,
    timestamp,
    validator: validators[0]?.[0] ?? "",
    stateRoot,
    transactionsRoot: merkleRoot([]),
    receiptsRoot: merkleRoot([]),
    gasUsed: 0n,
    gasLimit: BLOCK_GAS_LIMIT,
    txCount: 0,
  });
  return { block, executed: [], changes, treeNodes };
}

/** The records that genesis creates for an account of alpha, as `genesisRecords` of the devnet gives them. */
export function genesisRecordsOf(
  { segment, seed }: Pick<GenesisOptions, "segment" | "seed">,
  owner: Address,
): SpendableRecord[] {
  const creator = genesisCreator(segment, seed, owner);
  return Array.from({ length: GENESIS_RECORDS }, (_, index) => ({
    ...recordNames({ creator, index, owner, value: RECORD_VALUE }),
    value: RECORD_VALUE,
  }));
}

function fund(state: WorkingState, { segment, seed }: GenesisOptions, owner: Address): void {
  if (traitsOf(segment).holds === "balances") {
    state.set(ACCOUNT, owner, { balance: GENESIS_BALANCE, nonce: 0 });
    return;
  }
  const creator = genesisCreator(segment, seed, owner);
  const shared = { creator, transactionHash: null, owner, value: RECORD_VALUE, height: 0 };
  for (let index = 0; index < GENESIS_RECORDS; index++) createRecord(state, { ...shared, index });
}

function genesisCreator(segment: Segment, seed: number, owner: Address): string {
  const { network } = SEGMENTS[segment];
  return sha256Hex(genesisCreatorBytes({ network, seed, owner }));
}

function planValidators(segment: Segment, seed: number): [Address, ValidatorState][] {
  const { isStaked } = traitsOf(segment);
  const accounts = validatorAccounts(segment, seed);
  return VALIDATOR_PLANS.map(([name, tokens, commission, reliability, status], index) => {
    const { address = "" } = accounts[index] ?? {};
    const isActive = status === "active";
    const validator: ValidatorState = {
      name,
      stake: isStaked ? tokens * NATIVE_TOKEN : 0n,
      delegatedStake: 0n,
      commission,
      uptime: isActive ? 1 : 0,
      status,
      turns: (isActive ? "1" : "0").repeat(UPTIME_TURNS),
      reliability,
      rewardPerStake: 0n,
      rewardPool: 0n,
    };
    return [address, validator];
  });
}

function setValidators(
  state: WorkingState,
  validators: readonly [Address, ValidatorState][],
): void {
  const addresses = validators.map(([address]) => address).toSorted();
  state.set(VALIDATORS, undefined, { addresses });
  for (const [address, validator] of validators) state.set(VALIDATOR, address, validator);
}

/** State of delta at genesis, besides balances and validators. */
interface DeltaGenesis extends TurnSource {
  /** Accounts that the tokens are spread over, in equal parts; the first also gets the remainder. */
  readonly owners: readonly Address[];
  /** Each of them stakes with itself. */
  readonly validators: readonly (readonly [Address, ValidatorState])[];
}

/** The tokens beside the native one (decided); no more of them are ever made. */
const TOKEN_PLANS: readonly Token[] = [
  { symbol: "GLD", decimals: 6, supply: 21_000_000n * 10n ** 6n },
  { symbol: "SLV", decimals: 18, supply: 1_000_000_000n * 10n ** 18n },
];

/** Sets the stakes of the validators, the tokens with their balances, and that there are no proposals. */
function setUpDelta(state: WorkingState, options: DeltaGenesis): void {
  const { segment, seed, owners, validators } = options;
  state.set(TURNS, undefined, { segment, seed });
  state.set(PROPOSALS, undefined, { total: 0, passed: 0, rejected: 0 });
  for (const [address, { stake }] of validators) {
    state.set(STAKE, address, { ...NO_STAKE, validator: address, amount: stake });
  }
  const contracts = TOKEN_PLANS.map(({ symbol }) => contractOf(options, symbol));
  state.set(TOKENS, undefined, { contracts });
  TOKEN_PLANS.forEach((token, index) => createToken(state, contracts[index] ?? "", token, owners));
}

function createToken(
  state: WorkingState,
  contract: Address,
  token: Token,
  owners: readonly Address[],
): void {
  state.set(ACCOUNT, contract, { balance: 0n, nonce: 0 });
  state.set(TOKEN, contract, token);
  const part = token.supply / BigInt(owners.length);
  const rest = token.supply - part * BigInt(owners.length);
  owners.forEach((owner, index) => {
    state.set(TOKEN_BALANCE, `${contract}:${owner}`, { balance: index === 0 ? part + rest : part });
  });
}

/** An address of which nobody has the key: no public key hashes to the digest it is made of. */
function contractOf({ segment, seed }: TurnSource, symbol: string): Address {
  const tag = JSON.stringify(["alphadelta token contract", segment, seed, symbol]);
  return addressOfDigest("delta", sha256(tag));
}

/** Role of a derived account; accounts of different roles never coincide. */
type AccountRole = "traffic" | "busy" | "validator";

/** An account that the devnet itself signs for. */
export interface DerivedAccount {
  readonly address: Address;
  readonly publicKey: Hex;
  /** Ed25519 private key, 32 bytes. */
  readonly privateKey: Uint8Array;
}

interface DeriveAccountOptions {
  readonly role: AccountRole;
  readonly segment: Segment;
  readonly seed: number;
  readonly index: number;
}

/** Accounts that seeded traffic moves value between. */
const TRAFFIC_ACCOUNT_COUNT = 12;

export function deriveAccount(options: DeriveAccountOptions): DerivedAccount {
  const { role, segment, seed, index } = options;
  const tag = JSON.stringify([`alphadelta ${role} account`, segment, seed, index]);
  const privateKey = sha256(tag);
  const publicKey = publicKeyOf(privateKey);
  const address = addressOfDigest(SEGMENTS[segment].chain, sha256(publicKey));
  return { address, publicKey: formatHex(publicKey), privateKey };
}

export function trafficAccounts(segment: Segment, seed: number): DerivedAccount[] {
  return Array.from({ length: TRAFFIC_ACCOUNT_COUNT }, (_, index) =>
    deriveAccount({ role: "traffic", segment, seed, index }),
  );
}

export function validatorAccounts(segment: Segment, seed: number): DerivedAccount[] {
  return Array.from({ length: VALIDATOR_PLANS.length }, (_, index) =>
    deriveAccount({ role: "validator", segment, seed, index }),
  );
}

/** An account that sends thousands of transactions in the seeded history, so that lists have depth: delta mainnet has one. */
export function busyAccount(segment: Segment, seed: number): DerivedAccount | undefined {
  if (segment !== FIRST_SEGMENTS.delta) return undefined;
  return deriveAccount({ role: "busy", segment, seed, index: 0 });
}
