import type * as Wire from "../../../generated/service/types.gen.ts";
import type { Block } from "../../chain/ledger/mod.ts";

/** A block as JSON-RPC shows it, with its transactions as hashes or in full. */
export function rpcBlock(block: Block, transactions: Wire.RpcBlock["transactions"]): Wire.RpcBlock {
  const { height, hash, parentHash, timestamp, stateRoot, receiptsRoot } = block;
  return { number: height, hash, parentHash, timestamp, transactions, stateRoot, receiptsRoot };
}
