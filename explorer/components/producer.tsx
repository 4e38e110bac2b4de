import type { JSX } from "preact";
import { useValidatorNames } from "../hooks/use_validator_names.ts";
import { useProducerPage, useView } from "../hooks/view.ts";
import { shorten } from "../values/format.ts";
import { hrefOf } from "../values/route.ts";
import { Identicon } from "./identicon.tsx";

/** A block producer, by name if known: a validator on delta, an account on alpha. */
export function Producer({ address }: { readonly address: string }): JSX.Element {
  const { segment } = useView();
  const page = useProducerPage();
  const name = useValidatorNames().get(address);
  return (
    <span class="who producer">
      <Identicon text={address} />
      <a
        href={hrefOf(segment, page, address)}
        title={address}
        class={name === undefined ? "mono" : undefined}
      >
        {name ?? shorten(address)}
      </a>
    </span>
  );
}
