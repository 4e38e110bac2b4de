/**
 * What our OpenAPI and our OpenRPC may contain: `openapi.json` and `openrpc.json` are JSON Schemas of the two specs, and
 * `both.json` of what stands in either. A keyword that is in none of them is unknown.
 *
 * Beside the keywords of JSON Schema they have these:
 * - `x-place`: an object of keywords that rules and `docs/keywords.md` know by this name; `title` is how messages name it.
 * - `title` of a value: what it must be, as messages say it; `description` of a keyword: where it is used.
 * - `x-hint`: what to do instead, of a keyword that is refused or a name that cannot stand.
 * - `x-message`, `x-at`: what is wrong where an `if` is not followed by its `then`, and the keyword that it is wrong at.
 * - `x-inherits`: an object that takes `x-source` and `x-reason` from what it stands in.
 * - `x-types`, `x-beside`: of a keyword of schemas, the types that it says something of; of one that says by itself which
 *   values are allowed, the keywords that may do so beside it.
 * - `x-of-chains`: a list of chains, or an object with a member for each.
 *
 * @module
 */
export { type Finding, findingsIn, placesIn } from "./validate.ts";
export { META_SCHEMAS, type Place, PLACES, type Verdict } from "./places.ts";
