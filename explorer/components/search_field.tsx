import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useRoute } from "../hooks/use_route.ts";
import { useStore } from "../hooks/use_store.ts";
import { useLive, useView } from "../hooks/view.ts";
import { hrefOf } from "../values/route.ts";
import { type Match, suggest } from "../values/suggest.ts";

const LIST = "suggestions";

/** The search form of the header: suggests pages while something is typed; else the search page leads to the match. */
export function SearchField(): JSX.Element {
  const { segment, page, id } = useRoute();
  const { client, live } = useView();
  const [head] = useLive().blocks;
  const names = useStore(live.directory.names);
  const field = useRef<HTMLInputElement>(null);
  const searched = useRef("");
  const [text, setText] = useState("");
  const [chosen, choose] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const matches = isOpen ? suggest(text, { segment, head: head?.number, names }) : [];
  useFocusBySlash(field);
  useEffect(() => {
    // A found page is open; the text of a failed search can be corrected.
    if (page !== "search") setText((typed) => (typed.trim() === searched.current ? "" : typed));
  }, [page, id]);
  const type = (typed: string): void => {
    setText(typed);
    choose(-1);
    setOpen(true);
    // The search page shows an error of this search.
    if (typed.trim().length > 1) live.directory.read(client).catch(() => undefined);
  };
  const open = (href: string): void => {
    setText("");
    setOpen(false);
    location.hash = href;
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const match = matches[chosen];
    if (match) open(match.href);
    else if (text.trim() !== "") {
      setOpen(false);
      searched.current = text.trim();
      location.hash = hrefOf(segment, "search", "", { q: text.trim() });
    }
  };
  const move = (event: KeyboardEvent): void => {
    // A browser empties the field at this key: the first one only closes the list.
    if (event.key === "Escape" && matches.length > 0) {
      event.preventDefault();
      setOpen(false);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || matches.length === 0) return;
    event.preventDefault();
    // Before the first one is the text itself.
    const places = matches.length + 1;
    choose(((chosen + 1 + step + places) % places) - 1);
  };
  return (
    <form role="search" onSubmit={submit}>
      <div class="combobox">
        <input
          ref={field}
          type="search"
          role="combobox"
          // Of our own, not of the browser.
          list={undefined}
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={matches.length > 0}
          aria-controls={LIST}
          aria-activedescendant={chosen < 0 ? undefined : `${LIST}-${chosen}`}
          placeholder="Height, hash, address, name, #proposal"
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          value={text}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={move}
          onBlur={() => setOpen(false)}
        />
        <Suggestions matches={matches} chosen={chosen} open={open} />
      </div>
      <button type="submit" class="button">
        Search
      </button>
    </form>
  );
}

interface SuggestionsProps {
  readonly matches: readonly Match[];
  readonly chosen: number;
  readonly open: (href: string) => void;
}

function Suggestions({ matches, chosen, open }: SuggestionsProps): JSX.Element {
  return (
    <ul id={LIST} role="listbox" aria-label="Suggestions" hidden={matches.length === 0}>
      {matches.map(({ kind, name, href }, index) => (
        <li
          key={href}
          id={`${LIST}-${index}`}
          role="option"
          aria-selected={index === chosen}
          // The field keeps the focus until the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => open(href)}
        >
          <span class="pill plain">{kind}</span> <span class="match">{name}</span>
        </li>
      ))}
    </ul>
  );
}

/** A slash leads to the field, unless something is being typed. */
function useFocusBySlash(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const isTyping = (event.target as Element).matches("input, select, textarea");
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);
}
