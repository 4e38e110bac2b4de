import type { JSX } from "preact";
import { useView } from "../hooks/view.ts";
import { type CsvColumn, toCsv } from "../values/csv.ts";
import { CopyButton } from "./copy_button.tsx";

/** Props of the file that a table offers. */
export interface TableFileProps<Item> {
  /** Name of the file, without its extension. */
  readonly name: string;
  /** The command of the same export, such as `export blocks`; left out where there is none. */
  readonly command?: string;
  readonly columns: readonly CsvColumn<Item>[];
  readonly items: readonly Item[];
}

/** Offers what a table shows as CSV, and names the command that exports all. */
export function TableFile<Item>(props: TableFileProps<Item>): JSX.Element {
  const { session, segment } = useView();
  const { name, command, columns, items } = props;
  const file = `${segment}-${name}.csv`;
  const line = `npx alphadelta ${command} --chain ${segment} --endpoint ${session.endpoint} --out ${file}`;
  return (
    <div class="table-foot">
      <button type="button" class="link" onClick={() => save(file, toCsv(columns, items))}>
        {items.length === 1 ? "CSV of this row" : `CSV of these ${items.length} rows`}
      </button>
      {command === undefined ? null : (
        <details>
          <summary>Export all</summary>
          <figure class="code">
            <figcaption>
              On the command line <CopyButton text={line} name="command" />
            </figcaption>
            <pre tabIndex={0} aria-label="Command that exports all">
              {line}
            </pre>
          </figure>
        </details>
      )}
    </div>
  );
}

/** Has the browser save a text as a file. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
