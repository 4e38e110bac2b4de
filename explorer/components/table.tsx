import type { ComponentChildren, JSX } from "preact";

/** A column: its title, and what it shows of an item. */
export interface Column<Item> {
  readonly title: string;
  readonly cell: (item: Item, index: number) => ComponentChildren;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** Left out on narrow screens. */
  readonly isExtra?: boolean;
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
}

const EXPECTED = 10;

/** Items as rows. */
export function Table<Item>({
  caption,
  columns,
  items,
  keyOf,
  empty,
  expected = EXPECTED,
}: TableProps<Item>): JSX.Element {
  if (items?.length === 0) return <p class="empty">{empty}</p>;
  return (
    // Another key: what is read does not move what stood in its place.
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
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(items ?? Array.from<undefined>({ length: expected })).map((item, index) => (
            <tr key={item === undefined ? index : keyOf(item)}>
              {columns.map((column) => (
                <td key={column.title} class={classOf(column)}>
                  {item === undefined ? <span class="bone" /> : column.cell(item, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf<Item>({ isNumber, isExtra }: Column<Item>): string | undefined {
  const names = [isNumber && "right", isExtra && "extra"].filter(Boolean).join(" ");
  return names === "" ? undefined : names;
}
