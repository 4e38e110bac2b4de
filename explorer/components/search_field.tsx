import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useRoute } from "../hooks/use_route.ts";
import { hrefOf } from "../values/route.ts";

/** The search form of the header; it opens the search page, which leads to the match. */
export function SearchField(): JSX.Element {
  const { segment } = useRoute();
  const field = useRef<HTMLInputElement>(null);
  const search = (event: Event): void => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? "";
    if (text !== "") location.hash = hrefOf(segment, "search", "", { q: text });
  };
  return (
    <form role="search" onSubmit={search}>
      <input
        ref={field}
        type="search"
        aria-label="Search"
        placeholder="Height, hash, address, #proposal"
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
      />
      <button type="submit" class="button">
        Search
      </button>
    </form>
  );
}
