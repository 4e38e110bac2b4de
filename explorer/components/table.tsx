import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { useSlide } from "../hooks/use_slide.ts";
import type { CellValue, CsvColumn } from "../values/csv.ts";
import { TableFile, type TableFileProps } from "./table_file.tsx";

/** Place of a cell in the two lines that a row has on narrow screens. */
export type NarrowPlace = "first" | "direction" | "mark" | "first-end" | "second" | "second-end";

/** A column: its title, what it shows of an item, and the value that it sorts by. */
export interface Column<Item> extends CsvColumn<Item> {
  /** Left out of a column that stands in files alone. */
  readonly cell?: (item: Item) => ComponentChildren;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** Left out on narrow screens without one. */
  readonly narrow?: NarrowPlace;
  /** On narrow screens, where the table has no head, its title stands before the cell. */
  readonly isNamed?: boolean;
  /** The order that the service lists by this column in, and the link to the opposite one. */
  readonly listed?: { readonly isDescending: boolean; readonly href: string };
}

interface TableProps<Item> {
  /** Says to screen readers what the table holds. */
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  /** Undefined until they are read: rows of the same height stand in their place. */
  readonly items: readonly Item[] | undefined;
  readonly keyOf: (item: Item) => string | number;
  /** Shown where the service has no items. */
  readonly empty: string;
  /** Rows that stand in the place of items that are not read yet. @default 10 */
  readonly expected?: number | undefined;
  /** True if the items are the whole list: the reader sorts them by any column. */
  readonly isSortable?: boolean;
  /** The file of what is shown; left out, none is offered. */
  readonly file?: Pick<TableFileProps<Item>, "name" | "command">;
}

/** Column that the reader sorts by. */
interface Sorting {
  readonly title: string;
  readonly isDescending: boolean;
}

const EXPECTED = 10;

/** Items as rows. */
export function Table<Item>(props: TableProps<Item>): JSX.Element {
  const { caption, columns, items, keyOf, empty, isSortable = false, file } = props;
  const { expected = EXPECTED } = props;
  const [sorting, sort] = useState<Sorting>();
  const body = useSlide<HTMLTableSectionElement>();
  if (items?.length === 0) return <p class="empty">{empty}</p>;
  const shown = items && sorted(items, columns, sorting);
  const visible = columns.filter(({ cell }) => cell);
  return (
    <>
      {/* Another key: what is read does not move what stood in its place. */}
      <div
        key={items ? "items" : "expected"}
        class={`scroll ${items ? "" : "loading"}`}
        tabIndex={0}
        role="region"
        aria-label={caption}
        aria-busy={!items}
      >
        <table>
          <caption class="hidden">{caption}</caption>
          <thead>
            <tr>
              {visible.map((column) => (
                <th
                  key={column.title}
                  scope="col"
                  class={classOf(column)}
                  aria-sort={orderOf(column, sorting)}
                >
                  <Heading
                    column={column}
                    onSort={
                      isSortable && column.value ? () => sort(next(column, sorting)) : undefined
                    }
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {(shown ?? Array.from<undefined>({ length: expected })).map((item, index) => (
              <tr key={item === undefined ? index : keyOf(item)}>
                {visible.map((column) => (
                  <td key={column.title} class={classOf(column)} data-title={column.title}>
                    {item === undefined ? <span class="bone" /> : column.cell?.(item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {file && shown ? <TableFile {...file} columns={columns} items={shown} /> : null}
    </>
  );
}

interface HeadingProps<Item> {
  readonly column: Column<Item>;
  /** Undefined of a column that the list is not sorted by. */
  readonly onSort: (() => void) | undefined;
}

function Heading<Item>({ column: { title, listed }, onSort }: HeadingProps<Item>): JSX.Element {
  if (listed)
    return (
      <a class="sort" href={listed.href}>
        {title}
      </a>
    );
  if (!onSort) return <>{title}</>;
  return (
    <button type="button" class="sort" onClick={onSort}>
      {title}
    </button>
  );
}

/** Numbers are wanted from the greatest on, words from A on; a second click turns that round. */
function next<Item>({ title, isNumber }: Column<Item>, sorting: Sorting | undefined): Sorting {
  const isDescending = sorting?.title === title ? !sorting.isDescending : isNumber === true;
  return { title, isDescending };
}

function sorted<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  sorting: Sorting | undefined,
): readonly Item[] {
  const value = columns.find(({ title }) => title === sorting?.title)?.value;
  if (!sorting || !value) return items;
  const sign = sorting.isDescending ? -1 : 1;
  return items.toSorted((one, other) => sign * compare(value(one), value(other)));
}

function compare(one: CellValue, other: CellValue): number {
  if (typeof one === "string" && typeof other === "string") return one.localeCompare(other);
  return one < other ? -1 : Number(one > other);
}

function orderOf<Item>(
  { title, listed }: Column<Item>,
  sorting: Sorting | undefined,
): "ascending" | "descending" | undefined {
  const order = listed ?? (sorting?.title === title ? sorting : undefined);
  return order && (order.isDescending ? "descending" : "ascending");
}

function classOf<Item>({ isNumber, narrow, isNamed }: Column<Item>): string | undefined {
  const names = [isNumber && "right", narrow && `narrow-${narrow}`, isNamed && "is-named"];
  return names.filter(Boolean).join(" ") || undefined;
}
