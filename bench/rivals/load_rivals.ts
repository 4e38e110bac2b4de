import { loadKy } from "./ky.ts";
import { loadOctokit } from "./octokit.ts";
import { OPENAPI_FETCH } from "./openapi_fetch.ts";
import type { Rival } from "./rival.ts";
import { loadStainless } from "./stainless.ts";
import { loadViem } from "./viem.ts";

/** Every rival, with the throttling of Octokit where calls are to be paced. */
export async function loadRivals(isThrottled = false): Promise<readonly Rival[]> {
  const loaded = [loadViem(), loadKy(), loadOctokit(isThrottled), loadStainless()];
  return [...(await Promise.all(loaded)), OPENAPI_FETCH];
}
