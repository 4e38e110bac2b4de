import { OPERATION_CALLS, type OperationId } from "../../generated/client/operations.gen.ts";
import type { ListEnd } from "../../tables.ts";
import { SEGMENTS } from "../../chains/mod.ts";
import type { CommandInfo, CommandParameter } from "../../tables.ts";
import { difference, fieldsOf, type Fields } from "./judge.ts";
import type { Difference, Probe, ProbeContext } from "./probe.ts";
import type { Query } from "./samples.ts";

/** Parameters of pages, and filters by a field of the items. */
const PAGE: keyof Query<"listBlocks"> = "page";
const LIMIT: keyof Query<"listBlocks"> = "limit";
const FIELDS: readonly string[] = ["status", "type"] satisfies readonly (
  | keyof Query<"listTransactions">
  | keyof Query<"listValidators">
)[];

/** Makes a probe of a list with a query, judged by the data of its answer. */
export type Check = (aspect: string, query: string, judge: (data: Fields) => Difference[]) => Probe;

/** Pages, orders and filters of a list do what they say. */
export function listProbes(
  id: OperationId,
  info: CommandInfo,
  context: ProbeContext,
  check: Check,
): Probe[] {
  const { items: key = "", grows } = OPERATION_CALLS[id].info;
  const items = (data: Fields): Fields[] =>
    Array.isArray(data[key]) ? (data[key] as Fields[]) : [];
  const has = (name: string): boolean => info.parameters.some((one) => one.name === name);
  const probes: Probe[] = [];
  if (has(PAGE) && has(LIMIT)) {
    probes.push(
      check("a page of one", `${PAGE}=1&${LIMIT}=1`, (data) => {
        const { page, limit } = fieldsOf(data.pagination);
        return [
          ...(items(data).length <= 1
            ? []
            : [difference(`data.${key}`, "at most 1 item", `${items(data).length} items`)]),
          ...(page === 1 ? [] : [difference("data.pagination.page", "1", page)]),
          ...(limit === 1 ? [] : [difference("data.pagination.limit", "1", limit)]),
        ];
      }),
      check("a page past the end", `${PAGE}=1000000`, (data) =>
        items(data).length === 0
          ? []
          : [difference(`data.${key}`, "no items", `${items(data).length} items`, false)],
      ),
    );
  }
  for (const parameter of info.parameters.filter((one) => one.in === "query")) {
    const ends = (typeof grows === "object" && grows[parameter.name]) || {};
    const values = parameter.values?.filter((value) => !Object.hasOwn(ends, value)) ?? [];
    probes.push(
      ...orderProbes(parameter.name, ends, key, check, items),
      ...filterProbes({ ...parameter, values }, key, context, check, items),
    );
  }
  return probes;
}

/** A list that grows at its end rises, one that grows at its start falls. */
function orderProbes(
  name: string,
  ends: Readonly<Record<string, ListEnd>>,
  key: string,
  check: Check,
  items: (data: Fields) => Fields[],
): Probe[] {
  return Object.entries(ends).map(([value, end]) =>
    check(`${name} ${value}`, `${name}=${value}&${LIMIT}=5`, (data) =>
      judgeOrder(end === "end", items(data), key),
    ),
  );
}

function filterProbes(
  { name, values = [], valuesByChain, format }: CommandParameter,
  key: string,
  { samples, segment }: ProbeContext,
  check: Check,
  items: (data: Fields) => Fields[],
): Probe[] {
  if (format === "address" && samples.address !== undefined) {
    const { address } = samples;
    const isOf = ({ from, to }: Fields): boolean => from === address || to === address;
    return [
      check(`by ${name}`, `${name}=${address}`, (data) =>
        judgeItems(items(data), isOf, `${key}.*`, `from or to ${address}`),
      ),
    ];
  }
  const own = valuesByChain?.[SEGMENTS[segment].chain] ?? values;
  return own
    .filter((value) => value !== "all" && FIELDS.includes(name))
    .slice(0, 3)
    .map((value) =>
      check(`${name} ${value}`, `${name}=${value}`, (data) =>
        judgeItems(
          items(data),
          (item) => item[name] === value,
          `${key}.*.${name}`,
          JSON.stringify(value),
        ),
      ),
    );
}

function judgeItems(
  items: readonly Fields[],
  isRight: (item: Fields) => boolean,
  path: string,
  expected: string,
): Difference[] {
  const wrong = items.find((item) => !isRight(item));
  return wrong ? [difference(`data.${path}`, expected, "an item with neither")] : [];
}

function judgeOrder(rises: boolean, items: readonly Fields[], key: string): Difference[] {
  const heights = items.map((item) => Number(item.number ?? item.blockNumber ?? item.id));
  const isAfter = (height: number, before: number): boolean =>
    rises ? height > before : height < before;
  if (heights.slice(1).every((height, index) => isAfter(height, heights[index] ?? 0))) return [];
  return [
    difference(`data.${key}`, rises ? "rising heights" : "falling heights", heights.join(", ")),
  ];
}
