import type { JSX } from "preact";
import { useRoute } from "../hooks/use_route.ts";
import { formatWord } from "../values/format.ts";
import { hrefOf } from "../values/route.ts";

interface ChoicesProps {
  /** Says what is chosen. */
  readonly label: string;
  /** Parameter of the address that holds the choice. */
  readonly name: string;
  readonly values: readonly string[];
  readonly chosen: string;
}

/** Links, one of which is chosen: a filter that stands in the address. */
export function Choices({ label, name, values, chosen }: ChoicesProps): JSX.Element {
  const { segment, page, id } = useRoute();
  return (
    <nav class="choices" aria-label={label}>
      {values.map((value) => (
        <a
          key={value}
          href={hrefOf(segment, page, id, { [name]: value })}
          aria-current={value === chosen ? "true" : undefined}
        >
          {formatWord(value)}
        </a>
      ))}
    </nav>
  );
}
