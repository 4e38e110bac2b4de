import {
  arrayAt,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Path,
  textAt,
} from "./json.ts";
import type { SpecFile } from "./spec_file.ts";
import { deref, type Specs } from "./specs.ts";

/** A parameter of a call, its reference followed. */
interface CallParameter {
  readonly name: string;
  readonly path: Path;
  readonly value: JsonObject;
  readonly schema: JsonObject;
}

/** A REST operation or a JSON-RPC method where it stands. */
export interface Call {
  readonly name: string;
  readonly spec: SpecFile;
  readonly path: Path;
  readonly value: JsonObject;
  readonly parameters: readonly CallParameter[];
}

/** The REST operations. Their own parameters replace those of their path that have the same place and name. */
export function operationsOf(specs: Specs): Call[] {
  const { openapi } = specs;
  const items = Object.keys(objectAt(openapi.value, "paths")).map((template) => [
    "paths",
    template,
  ]);
  const paths = items.flatMap((item) => VERBS.map((verb) => [...item, verb]));
  return paths
    .filter((path) => isObject(openapi.at(path)))
    .map((path) => {
      const holders = [path.slice(0, -1), path].map((holder) => [...holder, "parameters"]);
      const all = holders.flatMap((holder) => parametersAt(specs, openapi, holder));
      const byPlace = new Map(
        all.map((each) => [`${textAt(each.value, "in")} ${each.name}`, each]),
      );
      return callAt(openapi, path, "operationId", [...byPlace.values()]);
    });
}

/** The JSON-RPC methods and simplified calls, then those of the devnet's control. */
export function methodsOf(specs: Specs): Call[] {
  const { openrpc } = specs;
  const lists: Path[] = [["methods"], ["x-dev", "methods"]];
  const paths = lists.flatMap((list) => pathsAt(openrpc, list));
  return paths.map((path) =>
    callAt(openrpc, path, "name", parametersAt(specs, openrpc, [...path, "params"])),
  );
}

function callAt(
  spec: SpecFile,
  path: Path,
  key: string,
  parameters: readonly CallParameter[],
): Call {
  const value = spec.at(path);
  return { name: textAt(value, key), spec, path, value: isObject(value) ? value : {}, parameters };
}

function parametersAt(specs: Specs, spec: SpecFile, list: Path): CallParameter[] {
  return pathsAt(spec, list).map((path) => {
    const value = deref(specs, spec, spec.at(path));
    return { name: textAt(value, "name"), path, value, schema: objectAt(value, "schema") };
  });
}

function pathsAt(spec: SpecFile, list: Path): Path[] {
  const items = arrayAt(spec.at(list.slice(0, -1)), String(list.at(-1)));
  return items.map((_, index) => [...list, index]);
}

/** URL template of a server, and what of a path is below it. */
export interface ServedPath {
  readonly url: string;
  readonly path: string;
}

/**
 * Splits the URL of the path `template` after the segment, which may stand in the server or in the path: versions of an
 * operation are paths of their own. `/v2/{segment}/blocks` on `{apiHost}` is `/blocks` on `{apiHost}/v2/{segment}`, and
 * `/v2/keys` there is `/keys` on `{apiHost}/v2`.
 */
export function servedPath(openapi: JsonObject, template: string): ServedPath {
  const item = objectAt(objectAt(openapi, "paths"), template);
  const url = serverUrl(item) || serverUrl(openapi);
  if (url.includes("{segment}")) return { url, path: template };
  const whole = /^\{\w+\}$/.test(url) ? /^(\/[^/]+)(\/.+)$/ : undefined;
  const parts = /^(.*?\/\{segment\})(\/.+)$/.exec(template) ?? whole?.exec(template);
  const [, head = "", path = template] = parts ?? [];
  return { url: url + head, path };
}

/** URL template of the one server of `holder`; empty where it has none. */
export function serverUrl(holder: Json | undefined): string {
  return textAt(arrayAt(holder, "servers")[0], "url");
}

/** The verbs of operations. */
export const VERBS = ["get", "post", "put", "patch", "delete"];

/** Tells whether a status is that of a refusal: no success, and not what the client has already. */
export function isRefusalStatus(status: string): boolean {
  return !/^(?:2|304$)/.test(status);
}
