import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { keepKey, readPlace } from "../session/place.ts";

/** Takes an API key for one endpoint; the page is loaded anew with it. */
export function KeyForm({ endpoint }: { readonly endpoint: string }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const hasKey = readPlace().apiKey !== undefined;
  const keep = (key: string): void => {
    keepKey(endpoint, key);
    location.reload();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    keep(field.current?.value.trim() ?? "");
  };
  return (
    <form class="fields" onSubmit={submit}>
      <label>
        Key for {endpoint}
        <input ref={field} type="password" autocomplete="off" spellcheck={false} maxLength={200} />
      </label>
      <button type="submit" class="button strong">
        Use this key
      </button>
      {hasKey ? (
        <button type="button" class="button" onClick={() => keep("")}>
          Forget the key
        </button>
      ) : null}
      <p class="muted">
        {hasKey ? "A key is in use. " : "No key is in use. "}
        It stays in this tab, and is shown to {endpoint} alone.
      </p>
    </form>
  );
}
