import type { PagedList } from "../../pagination/mod.ts";
import type { OutputFlags } from "../client_command.ts";
import type { Printer } from "../output/printer.ts";

/** Flags of a list. */
export interface ListFlags extends OutputFlags {
  readonly all?: true;
}

/** Prints the first page of a list, or with `--all` every item; tells people what else there is. */
export async function printList(
  printer: Printer,
  list: PagedList<unknown>,
  { all, json }: ListFlags,
  key = "items",
): Promise<void> {
  if (all) return printer.list(list);
  const { items, pagination, hasNext } = await list;
  if (json) return printer.value({ [key]: items, ...(pagination && { pagination }) });
  await printer.list(items);
  if (!hasNext) return;
  const total = pagination ? ` of ${pagination.totalItems}` : "";
  printer.note(`${items.length}${total} shown; --all prints every item.`);
}
