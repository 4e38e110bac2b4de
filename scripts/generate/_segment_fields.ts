import { isObject, type JsonObject, objectsAt, textAt } from "../specs/json.ts";
import { alternativesOf, followSchema, type Schemas } from "../specs/named_schemas.ts";

/** Columns of a segment by the `x-repeats` of a schema. */
const COLUMNS: Readonly<Record<string, string>> = {
  "x-segments": "segment",
  "x-segments.chain": "chain",
  "x-segments.network": "network",
};

/**
 * The fields of an answer that name its segment, and the column of the segment that each shows; `list.field` for the
 * items of a list.
 */
export function segmentFields(
  answer: JsonObject | undefined,
  schemas: Schemas,
): JsonObject | undefined {
  const fields = fieldsIn(answer ?? {}, schemas, true);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

type Field = readonly [path: string, column: string];

function fieldsIn(value: JsonObject, schemas: Schemas, withLists = false): Field[] {
  return alternativesOf(value, schemas).flatMap((each) =>
    Object.entries(objectsAt(each, "properties")).flatMap(([name, schema]): Field[] => {
      const column = columnOf(schema, schemas);
      if (column !== undefined) return [[name, column]];
      const items = withLists ? followSchema(schema, schemas).items : undefined;
      const nested = isObject(items) ? fieldsIn(items, schemas) : [];
      return nested.map(([path, found]) => [`${name}.${path}`, found]);
    }),
  );
}

function columnOf(schema: JsonObject, schemas: Schemas): string | undefined {
  const columns = alternativesOf(schema, schemas).map((each) =>
    each.format === "address" ? "addressPrefix" : COLUMNS[textAt(each, "x-repeats")],
  );
  return columns.find((column) => column !== undefined);
}
