import { OPERATION_CALLS, type OperationId } from "../../generated/client/operations.gen.ts";
import { SEGMENTS } from "../../chains/mod.ts";
import type { CommandInfo, CommandParameter, ListEnd } from "../../tables.ts";
import type { BlockList } from "../../generated/types.gen.ts";
import { fieldsOf } from "../../validation/mod.ts";
import { fieldOf, safeParse } from "../../zod/mod.ts";
import type { Fields } from "../json.ts";
import { differenceUnless } from "./judge.ts";
import type { Difference, Probe, ProbeContext } from "./probe.ts";
import type { Query } from "./samples.ts";

/** Parameters of pages, and filters by a field of the items. */
const PAGE: keyof Query<"listBlocks"> = "page";
const LIMIT: keyof Query<"listBlocks"> = "limit";
const EXTENT: keyof BlockList = "pagination";
const FIELDS: readonly string[] = ["status", "type"] satisfies readonly (
  | keyof Query<"listTransactions">
  | keyof Query<"listValidators">
)[];

/** Makes a probe of a list with a query, judged by the data of its answer. */
export type Check = (aspect: string, query: string, judge: (data: Fields) => Difference[]) => Probe;

/** The same, judged by the items too. */
type CheckItems = (
  aspect: string,
  query: string,
  judge: (items: readonly Fields[], data: Fields) => Difference[],
) => Probe;

/** Probes of the pages, orders and filters of a list. */
export function listProbes(
  id: OperationId,
  info: CommandInfo,
  context: ProbeContext,
  checkData: Check,
): Probe[] {
  const { items: key = "", grows, open } = OPERATION_CALLS[id].info;
  const check: CheckItems = (aspect, query, judge) =>
    checkData(aspect, query, (data) => {
      const differences = judge(Array.isArray(data[key]) ? (data[key] as Fields[]) : [], data);
      return open === undefined
        ? differences
        : differences.map((one) => ({ ...one, specified: false }));
    });
  const has = (name: string): boolean => info.parameters.some((one) => one.name === name);
  const inQuery = info.parameters.filter((one) => one.in === "query");
  return [
    ...(has(PAGE) && has(LIMIT) ? pageProbes(key, isExtentOpen(id), check) : []),
    ...inQuery.flatMap((parameter) => {
      const ends = (typeof grows === "object" && grows[parameter.name]) || {};
      const values = parameter.values?.filter((value) => !Object.hasOwn(ends, value)) ?? [];
      return [
        ...orderProbes(parameter.name, ends, key, check),
        ...filterProbes({ ...parameter, values }, key, context, check),
      ];
    }),
  ];
}

/** True where the interface does not show the extent of a list. */
function isExtentOpen(id: OperationId): boolean {
  const extent = fieldOf(OPERATION_CALLS[id].validators.data, EXTENT);
  return !extent || safeParse(extent, undefined).success;
}

function pageProbes(key: string, isOpen: boolean, check: CheckItems): Probe[] {
  return [
    check("a page of one", `${PAGE}=1&${LIMIT}=1`, (items, data) => {
      const { page, limit } = fieldsOf(data[EXTENT]);
      return [
        ...differenceUnless(items.length <= 1, `data.${key}`, "at most 1 item", countOf(items)),
        ...differenceUnless(page === 1, `data.${EXTENT}.page`, "1", page, !isOpen),
        ...differenceUnless(limit === 1, `data.${EXTENT}.limit`, "1", limit, !isOpen),
      ];
    }),
    check("a page past the end", `${PAGE}=1000000`, (items) =>
      differenceUnless(items.length === 0, `data.${key}`, "no items", countOf(items), false),
    ),
  ];
}

function countOf({ length }: readonly Fields[]): string {
  return `${length} items`;
}

/** A list that grows at its end rises, one that grows at its start falls. */
function orderProbes(
  name: string,
  ends: Readonly<Record<string, ListEnd>>,
  key: string,
  check: CheckItems,
): Probe[] {
  return Object.entries(ends).map(([value, end]) =>
    check(`${name} ${value}`, `${name}=${value}&${LIMIT}=5`, (items) =>
      judgeOrder(end === "end", items, key),
    ),
  );
}

function filterProbes(
  { name, values = [], valuesByChain, format }: CommandParameter,
  key: string,
  { samples, segment }: ProbeContext,
  check: CheckItems,
): Probe[] {
  if (format === "address" && samples.address !== undefined) {
    const { address } = samples;
    const isOf = ({ from, to }: Fields): boolean => from === address || to === address;
    return [
      check(`by ${name}`, `${name}=${address}`, (items) =>
        differenceUnless(
          items.every(isOf),
          `data.${key}.*`,
          `from or to ${address}`,
          "an item with neither",
        ),
      ),
    ];
  }
  const own = valuesByChain?.[SEGMENTS[segment].chain] ?? values;
  return own
    .filter((value) => value !== "all" && FIELDS.includes(name))
    .map((value) =>
      check(`${name} ${value}`, `${name}=${value}`, (items) => {
        const others = items.map((item) => item[name]).filter((one) => one !== value);
        const got = [...new Set(others)].map((one) => JSON.stringify(one) ?? "nothing").join(", ");
        const path = `data.${key}.*.${name}`;
        return differenceUnless(others.length === 0, path, JSON.stringify(value), got);
      }),
    );
}

function judgeOrder(rises: boolean, items: readonly Fields[], key: string): Difference[] {
  const heights = items.map((item) => Number(item.number ?? item.blockNumber ?? item.id));
  const isAfter = (height: number, before: number): boolean =>
    rises ? height > before : height < before;
  const isRight = heights.slice(1).every((height, index) => isAfter(height, heights[index] ?? 0));
  const expected = rises ? "rising heights" : "falling heights";
  return differenceUnless(isRight, `data.${key}`, expected, heights.join(", "));
}
