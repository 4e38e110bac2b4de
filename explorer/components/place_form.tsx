import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { addressOf, endpointOf, readPlace } from "../session/place.ts";

/** Takes the origin of the service to read from, and goes there. */
export function PlaceForm(): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState("");
  const choose = (event: Event): void => {
    event.preventDefault();
    const origin = endpointOf(field.current?.value ?? "");
    if (origin === undefined) setFault("Expected an origin such as https://data.example.");
    else location.assign(addressOf(origin));
  };
  return (
    <form class="fields" onSubmit={choose}>
      <label>
        Address of the service
        <input
          ref={field}
          type="text"
          inputMode="url"
          defaultValue={readPlace().endpoint ?? ""}
          placeholder="https://data.example"
          spellcheck={false}
        />
      </label>
      <button type="submit" class="button strong">
        Open
      </button>
      <p role="alert" class="fault">
        {fault}
      </p>
    </form>
  );
}
