import { type Rendered, rendered, type RenderedPage } from "../store/mod.ts";

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

/** `data` of a list of records as they are kept: the items under `key`, and the extent with `totalPages`. */
export function renderList(
  key: string,
  { items, total }: RenderedPage,
  { page, limit }: PageQuery,
): Rendered {
  const pagination = { page, limit, totalItems: total, totalPages: Math.ceil(total / limit) };
  return rendered(`{"${key}":${items},"pagination":${JSON.stringify(pagination)}}`);
}
