/**
 * What becomes of each keyword of OpenAPI 3.1, JSON Schema 2020-12 and OpenRPC 1.3 at each place where it may stand, and
 * of each mark that begins with `x-`: it follows into what is generated, or it is refused. The specs are read by this
 * table, so a keyword that is not in it is unknown. It stands in `places.yaml`.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { type Shape, shapeOf } from "./shapes.ts";

export type { Shape } from "./shapes.ts";

/** Verdict on a keyword: it follows, in the words of the documentation, or is refused, with what to do instead. */
export type Verdict =
  | { readonly follows: string; readonly shape: Shape }
  | { readonly refused: string };

/** A kind of object of the specs: the verdict for each of its keywords. */
export interface Place {
  /** As messages name it: "an operation". */
  readonly name: string;
  readonly keywords: Readonly<Record<string, Verdict>>;
  /** Keywords it must have, unless a reference stands in its place. */
  readonly needs?: readonly string[];
  /** True if a reference may stand in its place. */
  readonly refers?: boolean;
}

/** Keywords by where they follow to, then by the shape of what they hold. */
type Rows = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A place as it is written. */
interface Row extends Omit<Place, "keywords"> {
  readonly with?: readonly string[];
  readonly follows?: Rows;
  readonly refused?: Readonly<Record<string, readonly string[]>>;
}

const TABLE = parse(readFileSync(new URL("places.yaml", import.meta.url), "utf8")) as {
  readonly groups: Readonly<Record<string, Rows>>;
  readonly places: Readonly<Record<string, Row>>;
  readonly words: Readonly<Record<string, string>>;
};

/** Every place, by the name that the table refers to it by. */
export const PLACES: Readonly<Record<string, Place>> = Object.fromEntries(
  Object.entries(TABLE.places).map(([id, { with: groups = [], follows = {}, refused, ...row }]) => {
    const rows = [follows, ...groups.map((name) => TABLE.groups[name] ?? {})];
    const keywords = { ...Object.assign({}, ...rows.map(following)), ...refusing(refused) };
    return [id, { ...row, keywords }];
  }),
);

function following(rows: Rows): Record<string, Verdict> {
  const verdicts = Object.entries(rows).flatMap(([follows, shapes]) =>
    Object.entries(shapes).flatMap(([name, keywords]) => {
      const shape = shapeOf(name, TABLE.words[name]);
      return keywords.map((keyword) => [keyword, { follows, shape }]);
    }),
  );
  return Object.fromEntries(verdicts) as Record<string, Verdict>;
}

function refusing(rows: Row["refused"] = {}): Record<string, Verdict> {
  const verdicts = Object.entries(rows).flatMap(([refused, keywords]) =>
    keywords.map((keyword) => [keyword, { refused }]),
  );
  return Object.fromEntries(verdicts) as Record<string, Verdict>;
}
