import { VERBS } from "../specs/calls.ts";
import { arrayAt, isObject, type Json, type JsonObject, objectAt, textAt } from "../specs/json.ts";

/** The segments by name, as `x-segments` has them. */
type Segments = JsonObject;

/**
 * Writes every server of the page as one URL per segment, without variables: the page shows and copies URLs as they
 * stand. A path that only some chains have lists their segments alone.
 *
 * @param page An OpenAPI document; a path item may name its chains as `x-chains`.
 */
export function expandServers(page: JsonObject, segments: Segments): JsonObject {
  const paths = Object.entries(objectAt(page, "paths")).map(([path, item]): [string, Json] => [
    path,
    isObject(item) ? expandPath(item, page, segments) : (item ?? null),
  ]);
  return { ...page, servers: expand(page, segments), paths: Object.fromEntries(paths) };
}

function expandPath(
  { "x-chains": own, ...item }: JsonObject,
  page: JsonObject,
  segments: Segments,
): JsonObject {
  const operations = VERBS.map((verb) => objectAt(item, verb));
  const chains = [{ "x-chains": own }, ...operations]
    .map(chainsOf)
    .find(({ length }) => length > 0);
  const holder = item.servers ? item : chains ? page : undefined;
  return holder ? { ...item, servers: expand(holder, segmentsOf(segments, chains)) } : item;
}

function expand(holder: JsonObject, segments: Segments): JsonObject[] {
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

/** The chains that have an operation, a method or a topic; none if all have it. */
export function chainsOf(holder: JsonObject): Json[] {
  const decided = objectAt(holder, "x-decided");
  return arrayAt(decided["x-chains"] === undefined ? holder : decided, "x-chains");
}

/** The segments of some chains; all of them where no chain is named. */
export function segmentsOf(segments: Segments, chains: readonly Json[] = []): Segments {
  const entries = Object.entries(segments).filter(
    ([, segment]) => chains.length === 0 || chains.includes(textAt(segment, "chain")),
  );
  return Object.fromEntries(entries);
}

/**
 * The segment that the examples of something are of: the default of the first server, or the first of its chains where
 * those do not have it.
 *
 * @param spec The document that it stands in.
 */
export function exampleSegment(
  { chains }: { readonly chains: readonly string[] },
  spec: JsonObject,
  segments: Segments,
): string {
  const names = Object.keys(segmentsOf(segments, chains));
  const preferred = defaultSegment(arrayAt(spec, "servers")[0]);
  return names.includes(preferred) ? preferred : (names[0] ?? preferred);
}

/** The segment that a server has where none is named. */
export function defaultSegment(server: Json | undefined): string {
  return textAt(server, "variables", "segment", "default");
}
