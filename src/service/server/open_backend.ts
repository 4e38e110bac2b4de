import type { Segment } from "../../chains/mod.ts";
import type { KeyStore } from "../access/keys/mod.ts";
import { Limiter } from "../access/rate_limit/mod.ts";
import type { Backend } from "./backend.ts";
import {
  openChains,
  type OpenChainsOptions,
  type OpeningChains,
  openKeys,
} from "./data_folder/mod.ts";
import { limiterOptions } from "./limiter_options.ts";
import type { ServiceOptions } from "./service_options.ts";

/** Opens the keys and begins to open the chains: those of a fleet where a store is named, else of a folder or of memory. */
export async function openBackend(
  segments: readonly Segment[],
  options: ServiceOptions & Pick<OpenChainsOptions, "onAnnounced" | "signal">,
  onError: (error: unknown) => void,
): Promise<Backend> {
  if (options.store !== undefined) {
    const { openFleetBackend } = await import("./open_fleet_backend.ts");
    return openFleetBackend(segments, { ...options, store: options.store }, onError);
  }
  const limiter = new Limiter(limiterOptions(options));
  const keys = await openKeys(options.data);
  try {
    const chains = await openChains(segments, options, onError);
    return { ...chains, keys, limiter, fleet: undefined, close: () => closeEmbedded(chains, keys) };
  } catch (error) {
    await keys.close();
    throw error;
  }
}

async function closeEmbedded(chains: OpeningChains, keys: KeyStore): Promise<void> {
  try {
    await chains.close();
  } finally {
    await keys.close();
  }
}
