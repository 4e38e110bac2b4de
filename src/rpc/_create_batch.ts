import { BatchError, type BatchResult } from "../errors/mod.ts";
import type { MethodName } from "../generated/client/methods.gen.ts";
import { checkCallOptions } from "../transport/mod.ts";
import { checkOption, valueFault } from "../validation/mod.ts";
import type { Batch, BatchOptions } from "./batch.ts";
import type { BatchSender } from "./_batch_sender.ts";
import type { Outgoing, Wire } from "./_wire.ts";

const ACTION = "Cannot send a batch";

/** Checks a call, whose parameters begin at a place of `values`, and gives it an id. */
type Prepare = (method: MethodName, values: readonly unknown[], start: number) => Outgoing;

/** Makes the function that sends a batch. */
export function createBatch(wire: Wire, sender: BatchSender, prepare: Prepare): Batch {
  async function batch(entries: readonly unknown[], options?: BatchOptions): Promise<unknown> {
    const { settle = false, onProgress, ...given } = options ?? {};
    const call = options && given;
    if (call) checkCallOptions("batch", call);
    const isFunction = typeof onProgress === "function";
    checkOption(ACTION, "settle", settle, "a boolean", typeof settle === "boolean");
    checkOption(ACTION, "onProgress", onProgress, "a function", isFunction);
    const calls = readEntries(entries, prepare);
    // It throws where no endpoint is known, before any call counts as failed.
    void wire.url;
    const sent = await sender.send(calls, call, onProgress);
    const values: unknown[] = [];
    for (const result of sent) if (result.ok) values.push(result.value);
    if (!settle && values.length === sent.length) return values;
    const results = sent.map((result): BatchResult =>
      result.ok ? { ok: true, value: result.value } : { ok: false, error: result.error },
    );
    if (settle) return results;
    throw new BatchError(results, { segment: wire.segment, operation: "batch" });
  }
  return batch as Batch;
}

function readEntries(entries: unknown, prepare: Prepare): readonly Outgoing[] {
  if (!Array.isArray(entries)) throw valueFault(`${ACTION}: expected an array`, entries, false);
  return entries.map((entry: unknown, index) => {
    if (!Array.isArray(entry)) {
      const message = `${ACTION}: expected entry ${index} to be an array of method and parameters`;
      throw valueFault(message, entry, false);
    }
    const call = prepare(entry[0] as MethodName, entry, 1);
    if (call.info.safe) return call;
    throw new TypeError(`${ACTION}: ${call.method} cannot be part of one, call it by itself`);
  });
}
