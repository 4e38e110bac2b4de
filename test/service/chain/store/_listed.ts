import type { RenderedPage } from "../../../../src/service/chain/store/mod.ts";

/** A page with its records apart; those of the tests hold no comma. */
export interface Listed {
  readonly items: readonly string[];
  readonly total: number;
}

/** Takes the records of a page apart. */
export function listed({ items, total }: RenderedPage): Listed {
  const texts = items.slice(1, -1);
  return { items: texts === "" ? [] : texts.split(","), total };
}
