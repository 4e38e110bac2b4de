import { BatchError, type BatchResult } from "../errors/mod.ts";
import type { MethodName } from "../generated/client/methods.gen.ts";
import { checkCallOptions, showValue } from "../transport/mod.ts";
import { checkOption } from "../validation/mod.ts";
import type { Batch, BatchOptions } from "./batch.ts";
import type { BatchSender } from "./_batch_sender.ts";
import type { Wire } from "./_wire.ts";
import type { Outgoing } from "./_outgoing.ts";

/** Makes the function that sends a batch; `prepare` checks a call. */
export function createBatch(
  wire: Wire,
  sender: BatchSender,
  prepare: (method: MethodName, params: readonly unknown[]) => Outgoing,
): Batch {
  async function batch(entries: readonly unknown[], options?: BatchOptions): Promise<unknown> {
    const { settle = false, onProgress, ...given } = options ?? {};
    const call = options && given;
    if (call) checkCallOptions("batch", call);
    const isFunction = typeof onProgress === "function";
    checkOption("Cannot send a batch", "onProgress", onProgress, "a function", isFunction);
    const calls = readEntries(entries).map((entry) => {
      return refuseSubmission(prepare(entry[0], entry.slice(1)));
    });
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

function refuseSubmission(call: Outgoing): Outgoing {
  if (call.info.safe) return call;
  throw new TypeError(
    `Cannot send a batch: ${call.method} cannot be part of one, call it by itself`,
  );
}

/** Names and parameters are checked one by one later. */
function readEntries(entries: unknown): readonly (readonly [MethodName, ...unknown[]])[] {
  if (!Array.isArray(entries)) {
    throw new TypeError(`Cannot send a batch: expected an array, got ${showValue(entries)}`);
  }
  const wrong = entries.findIndex((entry) => !Array.isArray(entry));
  if (wrong < 0) return entries as never;
  throw new TypeError(
    `Cannot send a batch: expected entry ${wrong} to be an array of method and parameters, got ${showValue(entries[wrong])}`,
  );
}
