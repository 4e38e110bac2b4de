import {
  AlphadeltaError,
  ContractError,
  createClient,
  isAlphadeltaError,
  RestError,
  RpcError,
  TransportError,
} from "alphadelta";
import { check, rejection, same } from "./expect.ts";
import { connect, connectBadly, type World } from "./world.ts";

const UNKNOWN = `0x${"0".repeat(64)}`;

/** A signal ends a call that is under way, or not yet begun, with its own reason. */
export async function abort(world: World): Promise<void> {
  const stalled = connectBadly(world, "stall");
  const reason = new Error("enough");
  const controller = new AbortController();
  const ended = rejection(stalled.getChainInfo({ signal: controller.signal }), "an aborted call");
  setTimeout(() => controller.abort(reason), 50);
  same(await ended, reason, "what an aborted call rejects with");
  const unsent = stalled.rpc.chain_getInfo({ signal: AbortSignal.abort(reason) });
  same(await rejection(unsent, "a call aborted before"), reason, "what that rejects with");
}

/** A request, and a call as a whole, end in time. */
export async function timeOut(world: World): Promise<void> {
  const stalled = connectBadly(world, "stall");
  for (const limit of [{ timeout: 80 }, { deadline: 80 }]) {
    for (const call of [stalled.getChainInfo(limit), stalled.rpc.chain_getInfo(limit)]) {
      const error = await rejection(call, "a stalled call");
      check(isAlphadeltaError(error, "TransportError"), `a TransportError, got ${String(error)}`);
      same(error.kind, "timeout", "the kind of a stalled call");
    }
  }
}

/** Refusals of the service, through REST and JSON-RPC. */
export async function refuse(world: World): Promise<void> {
  const delta = connect(world, "delta");
  const missing = await rejection(delta.getTransaction(UNKNOWN), "an unknown transaction");
  check(
    missing instanceof RestError && isAlphadeltaError(missing, "RestError"),
    `a RestError, got ${String(missing)}`,
  );
  check(
    missing instanceof AlphadeltaError && missing instanceof Error,
    "a RestError to be an Error",
  );
  same(missing.code, "NOT_FOUND", "the code of what is not there");
  same(missing.status, 404, "the status of what is not there");
  same(missing.segment, "delta", "the segment of an error");
  check(typeof missing.requestId === "string", "an error to name its request");
  const refused = await rejection(delta.rpc.call("alpha_getRecord", [UNKNOWN]), "alpha's method");
  check(
    refused instanceof RpcError && isAlphadeltaError(refused, "RpcError"),
    `an RpcError, got ${String(refused)}`,
  );
  same(refused.code, -32601, "the code of another chain's method");
}

/** Lost and wrong responses. */
export async function breakOff(world: World): Promise<void> {
  const nowhere = createClient("delta", { endpoints: world.closed, retries: 0 });
  const refused = await rejection(nowhere.getChainInfo(), "a call to nobody");
  check(refused instanceof TransportError, `a TransportError, got ${String(refused)}`);
  same(refused.kind, "network", "the kind of a call to nobody");
  const reset = await rejection(connectBadly(world, "reset").getChainInfo(), "a broken call");
  check(isAlphadeltaError(reset, "TransportError"), `a TransportError, got ${String(reset)}`);
  same(reset.kind, "network", "the kind of a broken call");
  check(reset.cause !== undefined, "a broken call to name its cause");
  const odd = await rejection(connectBadly(world, "garbage").getBlock(1), "an odd answer");
  check(
    odd instanceof ContractError && isAlphadeltaError(odd, "ContractError"),
    `a ContractError, got ${String(odd)}`,
  );
}

/** Refusals before anything is sent. */
export async function refuseUnsent(world: World): Promise<void> {
  const delta = connect(world, "delta");
  // @ts-expect-error -- delta has no records
  const call: Promise<unknown> = delta.rpc.alpha_getRecord(UNKNOWN);
  const foreign = await rejection(call, "alpha's method");
  check(isAlphadeltaError(foreign, "WrongChainError"), `a WrongChainError, got ${String(foreign)}`);
  const wrong = await rejection(delta.getBlock({} as never), "a wrong argument");
  check(wrong instanceof TypeError, `a TypeError, got ${String(wrong)}`);
  const range = await rejection(delta.listBlocks().toArray({ limit: -1 }), "a number out of range");
  check(range instanceof RangeError, `a RangeError, got ${String(range)}`);
  const tier = { requestsPerSecond: null, requestsPerDay: 1 };
  const poor = createClient("delta", { endpoints: world.origin, tier, cache: false });
  await poor.getBlock(1);
  const spent = await rejection(poor.getBlock(2), "a call beyond the day's allowance");
  check(
    isAlphadeltaError(spent, "QuotaExhaustedError"),
    `a QuotaExhaustedError, got ${String(spent)}`,
  );
}
