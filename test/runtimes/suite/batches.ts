import { isAlphadeltaError } from "alphadelta";
import { check, rejection, same } from "./expect.ts";
import { connect, type World } from "./world.ts";

/** Batches by hand, settled and failing, and batches by themselves. */
export async function batch(world: World): Promise<void> {
  const delta = connect(world, "delta", { cache: false });
  const [info, block] = await delta.rpc.batch([["chain_getInfo"], ["chain_getBlockByNumber", 3]]);
  same(info.networkId, "delta", "the network");
  same(block?.number, 3, "a block's number");

  const wrong = ["chain_getBlockByNumber", 1_000_000] as const;
  const beyond = [
    "account_getBalance",
    (await delta.listValidators()).items[0]?.address ?? "",
    1_000_000,
  ] as const;
  const [none, refused] = await delta.rpc.batch([wrong, beyond], { settle: true });
  check(none.ok && none.value === null, "an unknown block to be null");
  check(
    !refused.ok && isAlphadeltaError(refused.error, "RpcError"),
    "a height above the head to be refused",
  );
  const error = await rejection(delta.rpc.batch([["chain_getInfo"], beyond]), "a failing batch");
  check(
    isAlphadeltaError(error, "BatchError") && error.results.length === 2,
    "a BatchError with both results",
  );

  const eager = connect(world, "delta", { batch: true, cache: false });
  const heights = await Promise.all(
    [1, 2, 3].map(async (height) => (await eager.rpc.chain_getBlockByNumber(height))?.number),
  );
  same(heights.join(), "1,2,3", "the heights of calls made at a time");
}
