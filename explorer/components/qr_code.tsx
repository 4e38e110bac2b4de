import { generate } from "lean-qr";
import type { JSX } from "preact";

/** Modules of light around a code, as readers need. */
const QUIET = 4;

/** A text as a QR code. */
export function QrCode({ text }: { readonly text: string }): JSX.Element {
  const code = generate(text);
  const modules = Array.from({ length: code.size ** 2 }, (_none, index) => {
    const [x, y] = [index % code.size, Math.floor(index / code.size)];
    return code.get(x, y) ? `M${x} ${y}h1v1h-1z` : "";
  });
  const side = code.size + 2 * QUIET;
  return (
    <svg class="qr" role="img" aria-label={`QR code of ${text}`} viewBox={`0 0 ${side} ${side}`}>
      <rect width={side} height={side} />
      <path transform={`translate(${QUIET} ${QUIET})`} d={modules.join("")} />
    </svg>
  );
}
