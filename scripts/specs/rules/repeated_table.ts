import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { arrayAt, isObject, type Json, objectAt, type Path, textAt } from "../json.ts";
import type { SpecFile } from "../spec_file.ts";

/** A place whose sets of values repeat a table of the specs. */
interface Repetition {
  readonly spec: SpecFile;
  readonly path: Path;
  readonly table: string;
  readonly values: readonly Json[];
}

/** Keywords that hold a set of values. */
const SETS: readonly Path[] = [["enum"], ["x-extensible-enum"], ["x-decided", "enum"]];

/** Sets of values that repeat a table (segments, tiers, topics, error codes) have each of its values and no other. */
export function repeatedTable(specs: Specs): Problem[] {
  return repetitionsOf(specs).flatMap(({ spec, path, table, values }) =>
    SETS.map((set) => [...path, ...set]).flatMap((place) => {
      const listed = spec.at(place);
      if (!Array.isArray(listed)) return [];
      const differing = [
        ...values.filter((value) => !listed.includes(value)),
        ...listed.filter((value) => !values.includes(value)),
      ];
      return differing.map((value) =>
        spec.problem(
          place,
          `${JSON.stringify(value)} is not in both ${table} and this set`,
          `List the values of ${table} here, and no other.`,
        ),
      );
    }),
  );
}

function repetitionsOf({ openapi, openrpc }: Specs): Repetition[] {
  const rows = objectAt(openapi.value, "x-segments");
  const column = (key: string): string[] => Object.values(rows).map((row) => textAt(row, key));
  const errors = objectAt(openrpc.at(["components"]), "errors");
  const codes = Object.values(errors).flatMap((row) => (isObject(row) ? [row.code ?? null] : []));
  const segments = Object.keys(rows);
  const tiers = Object.keys(objectAt(openapi.value, "x-rate-tiers"));
  const topics = Object.keys(objectAt(openrpc.value, "x-topics"));
  const inServers = [openapi, openrpc].flatMap((spec) =>
    arrayAt(spec.value, "servers").map((_, index) => {
      const path = ["servers", index, "variables", "segment"];
      return { spec, path, table: "x-segments", values: segments };
    }),
  );
  return [
    ...inServers,
    inSchema(openapi, "ChainName", "x-segments", column("chain")),
    inSchema(openapi, "NetworkName", "x-segments", column("network")),
    inSchema(openapi, "Tier", "x-rate-tiers", tiers),
    inSchema(openrpc, "RpcChainInfo/properties/networkId", "x-segments", segments),
    inSchema(openrpc, "TopicName", "x-topics", topics),
    inSchema(openrpc, "RpcErrorObject/properties/code", "components.errors", codes),
  ];
}

function inSchema(
  spec: SpecFile,
  below: string,
  table: string,
  values: readonly Json[],
): Repetition {
  return { spec, path: ["components", "schemas", ...below.split("/")], table, values };
}
