import { type JsonObject, objectAt, objectsAt, textAt } from "../specs/json.ts";
import { methodPath } from "./method_path.ts";
import type { RpcDocument } from "./rpc_document.ts";

/** A tag of the page: what stands below it in the menu. */
export interface Section {
  readonly tag: JsonObject;
  readonly paths: JsonObject;
}

/** A group of sections in the menu. */
export interface Group {
  readonly name: string;
  readonly sections: readonly Section[];
}

/** A section of methods. `name` is unique on the page; the menu shows `displayName`. */
export function methodSection(
  rpc: RpcDocument,
  methods: readonly JsonObject[],
  name: string,
  displayName: string,
): Section {
  const paths = methods.map((method) => [
    `/#${textAt(method, "name")}`,
    methodPath(rpc, method, name),
  ]);
  const declared = Object.values(objectsAt(objectAt(rpc.value, "components"), "tags"));
  const own = declared.find((tag) => tag.name === displayName);
  const description = textAt(own, "description");
  return {
    tag: { name, "x-displayName": displayName, ...(description ? { description } : {}) },
    paths: Object.fromEntries(paths) as JsonObject,
  };
}
