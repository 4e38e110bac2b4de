/**
 * What becomes of each keyword of OpenAPI 3.1, JSON Schema 2020-12 and OpenRPC 1.3 at each place where it may stand, and
 * of each mark that begins with `x-`: it follows into what is generated, or it is refused. The specs are read by this
 * table, so a keyword that is not in it is unknown.
 *
 * @module
 */
import { MARK_PLACES, SOURCE } from "./marks.ts";
import { OPENAPI_PLACES } from "./openapi.ts";
import { OPENRPC_PLACES } from "./openrpc.ts";
import { SCHEMA_PLACES } from "./schema.ts";
import { follows, type Place, TEXT } from "./verdict.ts";

export type { Place, Shape, Verdict } from "./verdict.ts";

/** Every place, by the name that the table refers to it by. */
export const PLACES: Readonly<Record<string, Place>> = {
  ...OPENAPI_PLACES,
  ...OPENRPC_PLACES,
  ...SCHEMA_PLACES,
  ...MARK_PLACES,
  reference: {
    name: "a reference",
    keywords: {
      $ref: follows("what it leads to", TEXT),
      summary: follows("docs", TEXT),
      description: follows("types, docs", TEXT),
      ...SOURCE,
    },
  },
};
