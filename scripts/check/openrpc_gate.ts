import { parseOpenRPCDocument, validateOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { bundleOpenrpc } from "../specs/bundle_openrpc.ts";
import type { Specs } from "../specs/specs.ts";

/** What an independent reader of OpenRPC says against the self-contained spec; empty if nothing. */
export async function openrpcFaults(specs: Specs): Promise<string[]> {
  const bundle = bundleOpenrpc(specs) as never;
  const verdict = validateOpenRPCDocument(bundle);
  if (verdict !== true) return [verdict.message];
  try {
    await parseOpenRPCDocument(bundle);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
