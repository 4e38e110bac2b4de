import { createService, listen, type Listener } from "../../src/service/mod.ts";

/** A service of both chains that listens, makes no blocks by itself, and refuses nobody for asking often. */
export async function openService(): Promise<Listener> {
  const service = await createService({
    segments: ["alpha", "delta"],
    history: 30,
    mode: "manual",
    traffic: false,
    keylessTier: "Enterprise",
  });
  return listen(service, { port: 0, stopTimeout: 2_000 });
}
