import { parseOpenRPCDocument, validateOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { bundleOpenrpc } from "../documents/bundle_openrpc.ts";
import type { Documents } from "../documents/documents.ts";

/** What an independent reader of OpenRPC says against the self-contained document; empty if nothing. */
export async function openrpcFaults(documents: Documents): Promise<string[]> {
  const bundle = bundleOpenrpc(documents) as never;
  const verdict = validateOpenRPCDocument(bundle);
  if (verdict !== true) return [verdict.message];
  try {
    await parseOpenRPCDocument(bundle);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
