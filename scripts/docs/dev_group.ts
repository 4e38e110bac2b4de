import { type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { type Group, methodSection } from "./group.ts";
import type { RpcDocument } from "./rpc_document.ts";

/** The methods of devnet control, each marked as such. An API key has no meaning for them. */
export function devGroup(rpc: RpcDocument): Group {
  const methods = rpc.devMethods.map((method) => ({
    ...method,
    description: `Devnet only. ${textAt(method, "description")}`,
  }));
  const { tag, paths } = methodSection(rpc, methods, "Devnet control", "Devnet control");
  const description = `**Devnet only.** ${textAt(objectAt(rpc.value, "x-dev"), "description")}`;
  const keyless = Object.entries(paths).map(([path, item]): [string, JsonObject] => [
    path,
    { ...objectAt(paths, path), post: { ...objectAt(item, "post"), security: [] } },
  ]);
  const section = { tag: { ...tag, description }, paths: Object.fromEntries(keyless) };
  return { name: "Devnet only", sections: [section] };
}
