import { type OperationId, OPERATIONS } from "../../../../generated/service/operations.gen.ts";
import type {
  BlockList,
  Pagination,
  TransactionList,
} from "../../../../generated/service/types.gen.ts";
import { type Rendered, rendered, type RenderedPage } from "../../../chain/store/mod.ts";

/** Key of a list's pagination within `data`. */
const EXTENT: keyof BlockList & keyof TransactionList = "pagination";

/** Selects the page of a list. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

/** Offset and length of a page in a store's list. */
export function windowOf({ page, limit }: PageQuery): {
  readonly offset: number;
  readonly limit: number;
} {
  return { offset: (page - 1) * limit, limit };
}

/** `data` of a list of stored records: the items under their key, and the pagination with `totalPages`. */
export function renderList(
  id: OperationId,
  { items, total }: RenderedPage,
  { page, limit }: PageQuery,
): Rendered {
  const pagination: Pagination = {
    page,
    limit,
    totalItems: total,
    totalPages: Math.ceil(total / limit),
  };
  const key = JSON.stringify(OPERATIONS[id].items);
  return rendered(`{${key}:${items},"${EXTENT}":${JSON.stringify(pagination)}}`);
}
