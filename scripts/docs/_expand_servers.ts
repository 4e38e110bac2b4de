import { VERBS } from "../specs/calls.ts";
import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";

/**
 * Writes every server of the page as one URL per segment, without variables: the page shows and copies URLs as they
 * stand. A path that only some chains have lists their segments alone.
 *
 * @param page An OpenAPI document; a path item may name its chains as `x-chains`.
 * @param segments The segments by name, as `x-segments` has them.
 */
export function expandServers(page: JsonObject, segments: JsonObject): JsonObject {
  const paths = Object.entries(objectAt(page, "paths")).map(([path, item]): [string, Json] => [
    path,
    isObject(item) ? expandPath(item, page, segments) : (item ?? null),
  ]);
  return { ...page, servers: expand(page, segments), paths: Object.fromEntries(paths) };
}

function expandPath(
  { "x-chains": own, ...item }: JsonObject,
  page: JsonObject,
  segments: JsonObject,
): JsonObject {
  const chains = own ?? chainsOfOperation(item);
  const holder = item.servers ? item : chains ? page : undefined;
  if (!holder) return item;
  const entries = Object.entries(segments).filter(
    ([, segment]) => !Array.isArray(chains) || chains.includes(textAt(segment, "chain")),
  );
  return { ...item, servers: expand(holder, Object.fromEntries(entries)) };
}

function chainsOfOperation(item: JsonObject): Json | undefined {
  const operations = VERBS.map((verb) => objectAt(item, verb));
  const layers = operations.flatMap((one) => [one, objectAt(one, "x-decided")]);
  return layers.find((layer) => layer["x-chains"] !== undefined)?.["x-chains"];
}

function expand(holder: JsonObject, segments: JsonObject): JsonObject[] {
  return arrayAt(holder, "servers").flatMap((server) => {
    if (!("segment" in objectAt(server, "variables")))
      return [{ url: serverUrl(server), description: textAt(server, "description") }];
    return Object.entries(segments).map(([name, segment]) => ({
      url: serverUrl(server, name),
      description: textAt(segment, "description"),
    }));
  });
}

/** The URL of a server for a segment, with the defaults of its other variables. */
export function serverUrl(server: Json | undefined, segment?: string): string {
  const variables = Object.entries(objectAt(server, "variables"));
  return variables.reduce(
    (text, [name, variable]) => {
      const value = name === "segment" ? segment : undefined;
      return text.replace(`{${name}}`, value ?? textAt(variable, "default"));
    },
    textAt(server, "url"),
  );
}

/**
 * The segment that the examples of something are of: the default of the first server, or the first of its chains where
 * those do not have it.
 *
 * @param spec The document that it stands in.
 * @param segments The segments by name, as `x-segments` has them.
 */
export function exampleSegment(holder: JsonObject, spec: JsonObject, segments: JsonObject): string {
  const chains = [...arrayAt(holder, "x-chains"), ...arrayAt(holder["x-decided"], "x-chains")];
  const variables = objectAt(arrayAt(spec, "servers")[0], "variables");
  const preferred = textAt(objectAt(variables, "segment"), "default");
  const isOfThem = (name: string): boolean =>
    chains.length === 0 || chains.includes(textAt(segments[name], "chain"));
  return [preferred, ...Object.keys(segments)].find(isOfThem) ?? preferred;
}
