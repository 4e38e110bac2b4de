import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A page whose script is loaded once it is opened. One that cannot be loaded is drawn as a page that fails. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Page: ComponentType<Props> | undefined;
  return function Later(props: Props): JSX.Element {
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    const [, draw] = useState({});
    useEffect(() => {
      if (Page) return;
      load().then(
        (loaded) => {
          Page = loaded;
          draw({});
        },
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    if (failure) throw failure.error;
    return Page ? <Page {...props} /> : <p class="loading">Loading…</p>;
  };
}
