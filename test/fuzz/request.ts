/** An HTTP request before it is bytes. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/** Writes a request as it goes over the wire; what it says of itself need not be true. */
export function writeRequest({ method, target, headers, body }: FuzzRequest): Buffer {
  const names = headers.map(([name]) => name.toLowerCase());
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  if (!names.includes("host")) lines.unshift("Host: 127.0.0.1\r\n");
  const isSized = names.includes("content-length") || names.includes("transfer-encoding");
  if (body && !isSized) lines.push(`Content-Length: ${body.length}\r\n`);
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), body ?? Buffer.alloc(0)]);
}
