import type { ComponentType, JSX } from "preact";
import { useState } from "preact/hooks";

/** Opens the QR code of an address, whose script is loaded then. */
export function QrButton({ text }: { readonly text: string }): JSX.Element {
  const [code, setCode] = useState<{ readonly QrCode: ComponentType<{ readonly text: string }> }>();
  const load = (): void => void import("./qr_code.tsx").then(setCode);
  return (
    <>
      <button type="button" class="copy" popovertarget="qr" title="QR code" onClick={load}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h1.5v1.5M13.5 9.5v4h-4" />
        </svg>
        <span class="hidden">QR code of the address</span>
      </button>
      <div id="qr" popover="auto" class="card popover">
        {code ? <code.QrCode text={text} /> : null}
        <p class="mono">{text}</p>
      </div>
    </>
  );
}
