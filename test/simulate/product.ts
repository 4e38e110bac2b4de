/** Fewest and most transactions of a block that the service makes itself. */
const PER_BLOCK = [2, 6] as const;

/** Loads the product once time is simulated: what it takes from the runtime by name is what stands there then. */
export async function loadProduct() {
  const { createClient } = await import("../../src/mod.ts");
  const { createService } = await import("../../src/service/mod.ts");
  const { issueKey, openKeys } = await import("../../src/service/internal.ts");
  const { Socket: Adapter } = await import("../../src/service/server/websocket.ts");
  const { upstreamOf } = await import("../../src/upstream/mod.ts");
  const { deliver, RESUMABLE_EVENTS } = await import("../../src/delivery/mod.ts");
  const { devAccounts, feeOf, signTransaction } = await import("../../src/devnet/mod.ts");
  const { isAlphadeltaError } = await import("../../src/errors/mod.ts");
  const { Traffic } = await import("../../src/service/devnet/traffic/mod.ts");
  const create: typeof Traffic.prototype.create = Reflect.get(Traffic.prototype, "create");
  Traffic.prototype.create = function createMore(request) {
    return create.call(this, request.isHistory ? request : { ...request, count: PER_BLOCK });
  };
  return {
    ...{ createClient, createService, issueKey, openKeys, Adapter, upstreamOf, deliver },
    ...{ RESUMABLE_EVENTS, devAccounts, feeOf, signTransaction, isAlphadeltaError },
  };
}

/** The product as it is simulated. */
export type Product = Awaited<ReturnType<typeof loadProduct>>;
