import type { Chain } from "../chains/mod.ts";
import { NETWORKS } from "../generated/segments.gen.ts";
import {
  addressField,
  amountField,
  bytesField,
  distinctField,
  type Field,
  type Fields,
  listField,
  objectField,
  textField,
  WHOLE_FIELD,
  wordField,
} from "./_fields.ts";
import type { AlphaOutput, Signing, TransactionBase, TransactionOf } from "./transaction.ts";

/** Fields of a transaction type besides the common ones. */
type PayloadOf<T> = Omit<T, keyof TransactionBase | "type">;

interface Kind<T> {
  readonly payload: Fields<PayloadOf<T>>;
  /** Gas that such a transaction uses, known before it runs. */
  readonly gas: (payload: PayloadOf<T>) => bigint;
}

type KindsOf<T extends { readonly type: string }> = {
  readonly [Type in T["type"]]: Kind<Extract<T, { readonly type: Type }>>;
};

/** Most records that a transaction of alpha spends, and most that it creates. */
export const MAX_RECORDS = 100;

/** The transaction types of each chain. Texts cost gas by length, since every node stores them. */
const KINDS: { readonly [C in Chain]: KindsOf<TransactionOf[C]> } = {
  alpha: {
    transfer: {
      payload: {
        serialNumbers: distinctField(bytesField(32), MAX_RECORDS),
        outputs: listField(
          objectField<AlphaOutput>({ to: addressField("alpha"), value: amountField(1n) }),
          MAX_RECORDS,
        ),
      },
      gas: ({ serialNumbers, outputs }) =>
        10_000n + 3_000n * BigInt(serialNumbers.length) + 4_000n * BigInt(outputs.length),
    },
  },
  delta: {
    transfer: {
      payload: { to: addressField("delta"), value: amountField(0n) },
      gas: () => 21_000n,
    },
    token_transfer: {
      payload: {
        contract: addressField("delta"),
        to: addressField("delta"),
        value: amountField(0n),
      },
      gas: () => 45_000n,
    },
    delegate: {
      payload: { validator: addressField("delta"), value: amountField(1n) },
      gas: () => 60_000n,
    },
    undelegate: { payload: { value: amountField(1n) }, gas: () => 70_000n },
    claim_rewards: { payload: {}, gas: () => 50_000n },
    propose: {
      payload: { title: textField(1, 120), description: textField(0, 4_000) },
      gas: ({ title, description }) => 100_000n + 50n * BigInt(title.length + description.length),
    },
    vote: {
      payload: { proposal: WHOLE_FIELD, choice: wordField(["for", "against", "abstain"]) },
      gas: () => 40_000n,
    },
  },
};

/** Names and fields of a transaction in CBOR order: shorter names first, then alphabetical. */
export type Layout = readonly (readonly [name: string, field: Field<unknown>])[];

/** The encoding and the gas of one transaction type. */
interface Format extends Pick<Kind<unknown>, "gas"> {
  readonly layout: Layout;
}

const FORMATS: ReadonlyMap<string, Format> = new Map(
  (Object.keys(KINDS) as Chain[]).flatMap(formatsOf),
);

export function kindNames(chain: Chain): string[] {
  return Object.keys(KINDS[chain]);
}

/** The format of one transaction type, or `undefined` if the chain has no such type. */
export function findFormat(chain: Chain, type: string): Format | undefined {
  return FORMATS.get(`${chain} ${type}`);
}

function formatsOf(chain: Chain): [string, Format][] {
  const common = commonFields(chain);
  // A kind receives only payloads that its own fields accepted, so the wider type is safe.
  const kinds = Object.entries(KINDS[chain]) as [string, Kind<object>][];
  return kinds.map(([type, { payload, gas }]) => {
    const fields = Object.entries({ ...common, type: wordField([type]), ...payload });
    const layout = fields.toSorted(([left], [right]) => compareKeys(left, right));
    return [`${chain} ${type}`, { layout, gas }];
  });
}

/** Common fields of every transaction of a chain, except `type`. */
function commonFields(chain: Chain): Fields<Required<TransactionBase> & Signing> {
  return {
    chain: wordField([chain]),
    network: wordField(NETWORKS),
    from: addressField(chain),
    nonce: WHOLE_FIELD,
    gasPrice: amountField(0n),
    gasLimit: amountField(0n),
    publicKey: bytesField(32),
    signature: bytesField(64),
  };
}

/** Order of two ASCII keys of a map in deterministic CBOR. */
function compareKeys(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1);
}
