import { type JsonObject, objectsAt, textAt } from "../specs/json.ts";
import { alternativesOf, type Schemas } from "../specs/named_schemas.ts";

/** Columns of a segment by what a schema says that it repeats. */
const COLUMNS: Readonly<Record<string, string>> = {
  "x-segments": "segment",
  "x-segments.chain": "chain",
  "x-segments.network": "network",
};

/** The fields of an answer that tell of what segment it is, and which part of the segment each shows. */
export function segmentFields(
  answer: JsonObject | undefined,
  schemas: Schemas,
): JsonObject | undefined {
  const fields = alternativesOf(answer ?? {}, schemas).flatMap((each) =>
    Object.entries(objectsAt(each, "properties")).flatMap(([name, schema]) => {
      const column = columnOf(schema, schemas);
      return column === undefined ? [] : [[name, column] as const];
    }),
  );
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

function columnOf(schema: JsonObject, schemas: Schemas): string | undefined {
  const columns = alternativesOf(schema, schemas).map((each) =>
    each.format === "address" ? "addressPrefix" : COLUMNS[textAt(each, "x-repeats")],
  );
  return columns.find((column) => column !== undefined);
}
