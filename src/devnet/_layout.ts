import type { Chain } from "../chains/mod.ts";
import { NETWORKS } from "../generated/segments.gen.ts";
import { compareKeys } from "./_encode_cbor.ts";
import {
  addressField,
  amountField,
  bytesField,
  type Field,
  type Fields,
  WHOLE_FIELD,
  wordField,
} from "./_fields.ts";
import type { Kind } from "./_kind.ts";
import type { Signing, TransactionBase } from "./transaction.ts";

type Common = Required<TransactionBase> & Signing & { readonly type: string };

/** Common fields of every transaction of a chain, except `type`. */
const COMMON: { readonly [C in Chain]: Omit<Fields<Common>, "type"> } = {
  alpha: commonFields("alpha"),
  delta: commonFields("delta"),
};

/** Names and fields of a transaction in CBOR order: shorter names first, then alphabetical. */
export type Layout = readonly (readonly [name: string, field: Field<unknown>])[];

const LAYOUTS = new WeakMap<Kind<TransactionBase>, Layout>();

/** The layout of a transaction type. */
export function layoutOf(chain: Chain, type: string, kind: Kind<TransactionBase>): Layout {
  const known = LAYOUTS.get(kind);
  if (known) return known;
  const fields = { ...COMMON[chain], type: wordField([type]), ...kind.payload };
  const layout = Object.entries(fields).toSorted(([left], [right]) => compareKeys(left, right));
  LAYOUTS.set(kind, layout);
  return layout;
}

function commonFields(chain: Chain): Omit<Fields<Common>, "type"> {
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
