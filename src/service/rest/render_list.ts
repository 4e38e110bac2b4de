import { type Page, type Rendered, rendered } from "../store/mod.ts";

/** Which page a list shows. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/** The window of a store's list that a page shows. */
export function windowOf({ page, limit }: PageQuery): {
  readonly offset: number;
  readonly limit: number;
} {
  return { offset: (page - 1) * limit, limit };
}

/** `data` of a list whose items are rendered already: the items under `key`, and the extent with `totalPages`. */
export function renderList(
  key: string,
  { items, total }: Page<Rendered>,
  { page, limit }: PageQuery,
): Rendered {
  const pagination = { page, limit, totalItems: total, totalPages: Math.ceil(total / limit) };
  return rendered(`{"${key}":[${items.join(",")}],"pagination":${JSON.stringify(pagination)}}`);
}
