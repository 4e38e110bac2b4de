import { BlockSummarySchema, TransactionSchema } from "../../schemas/mod.ts";
import type { ExportRequest } from "./export_source.ts";

/** A column of a table: integers are 64 bits, amounts are strings of digits, lists are JSON. */
export interface Column {
  readonly name: string;
  readonly kind: "integer" | "text" | "json";
}

/** Part of a schema that is read here; a lazy one is behind a getter. */
interface Shaped {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly getter?: () => Shaped;
      readonly shape?: Readonly<Record<string, Shaped>>;
    };
  };
}

const KINDS: Readonly<Record<string, Column["kind"]>> = { number: "integer", optional: "json" };

/** The columns of an export: the fields that the specs give its items. */
export function columnsOf({ what }: ExportRequest): Column[] {
  const schema = (what === "blocks" ? BlockSummarySchema : TransactionSchema) as unknown as Shaped;
  const { shape = {} } = (schema._zod.def.getter?.() ?? schema)._zod.def;
  return Object.entries(shape).map(([name, { _zod }]) => ({
    name,
    kind: KINDS[_zod.def.type] ?? "text",
  }));
}
