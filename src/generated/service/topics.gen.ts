// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

import type * as Types from "./types.gen.ts";

/** The topics of subscriptions: payload and filter on the wire. */
export interface Topics {
  blocks: { data: Types.BlockSummary; filter: Types.CursorFilter };
  transactions: { data: Types.Transaction; filter: Types.SubscriptionFilter };
  pending_transactions: { data: Types.RpcTransaction; filter: Types.CursorFilter };
  reorgs: { data: Types.Reorg; filter: Types.CursorFilter };
  validators: { data: Types.Validator; filter: Types.CursorFilter };
  proposals: { data: Types.Proposal; filter: Types.CursorFilter };
  serial_numbers: { data: Types.SpentSerialNumber; filter: Types.CursorFilter };
}
