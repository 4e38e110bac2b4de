import { arrayAt, type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { type Group, methodSection, type Section } from "./group.ts";
import type { RpcDocument } from "./rpc_document.ts";
import { limitTable, rpcErrorTable } from "./tables.ts";

/** The JSON-RPC methods by tag, the simplified calls among them, behind the document's own text. */
export function rpcGroup(rpc: RpcDocument): Group {
  const methods = rpc.methods.filter((method) => method["x-websocket"] !== true);
  const tags = new Set(methods.map(tagOf));
  const sections = [...tags].map((name) =>
    methodSection(
      rpc,
      methods.filter((method) => tagOf(method) === name),
      `JSON-RPC ${name}`,
      name,
    ),
  );
  const text = [
    textAt(objectAt(rpc.value, "info"), "description"),
    `## Error codes\n\n${rpcErrorTable(rpc.errors)}`,
    `## Limits\n\n${limitTable(rpc.value)}`,
  ];
  return {
    name: "JSON-RPC",
    sections: [textSection("About JSON-RPC and events", text), ...sections],
  };
}

/** A section of nothing but text. */
function textSection(name: string, text: readonly string[]): Section {
  return { tag: { name, description: text.join("\n\n"), "x-traitTag": true }, paths: {} };
}

function tagOf(method: JsonObject): string {
  return textAt(arrayAt(method, "tags")[0], "name");
}
