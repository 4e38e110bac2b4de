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
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  /** Shown where there are no items. */
  readonly empty: string;
}

/** Items as rows. */
export function Table<Item>({
  caption,
  columns,
  items,
  keyOf,
  empty,
}: TableProps<Item>): JSX.Element {
  if (items.length === 0) return <p class="empty">{empty}</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
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
          {items.map((item, index) => (
            <tr key={keyOf(item)}>
              {columns.map((column) => (
                <td key={column.title} class={classOf(column)}>
                  {column.cell(item, index)}
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
