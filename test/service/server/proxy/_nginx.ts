import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireProgram } from "../../../_programs.ts";

/** A running nginx with the configuration of the guide. */
export interface Nginx {
  /** Its address without TLS. */
  readonly origin: string;
  /** Its address with TLS, and the certificate that it has there. */
  readonly secureOrigin: string;
  readonly certificate: string;
  close(): Promise<void>;
}

/** The configuration of nginx in the guide. */
function guided(): string {
  const guide = readFileSync(join(import.meta.dirname, "../../../../docs/proxy.md"), "utf8");
  return /```nginx\n([^`]*)```/.exec(guide)?.[1] ?? "";
}

/** Replaces what the configuration of the guide has once, with what the machine of a test has. */
function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((result, [from, to]) => {
    if (result.split(from).length !== 2) throw new Error(`The guide has not one ${from}`);
    return result.replace(from, to);
  }, text);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Starts nginx in front of a service, as the guide configures it. */
export async function openNginx(servicePort: number): Promise<Nginx> {
  const program = requireProgram("nginx");
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const [port, securePort] = [await freePort(), await freePort()];
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const form = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", ...form, ...subject, "-keyout", key, "-out", certificate], {
    stdio: "ignore",
  });
  const server = replaced(guided(), {
    "/var/cache/nginx/alphadelta": join(folder, "cache"),
    "127.0.0.1:8645": `127.0.0.1:${servicePort}`,
    "listen 443 ssl http2;": `listen 127.0.0.1:${port}; listen 127.0.0.1:${securePort} ssl http2;`,
    "/etc/ssl/data.example.org.pem": certificate,
    "/etc/ssl/data.example.org.key": key,
  });
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const config = `daemon off; user root; pid ${join(folder, "pid")}; error_log stderr; worker_processes 1;
events {}
http { access_log off; ${places.join(" ")}
${server} }`;
  writeFileSync(join(folder, "nginx.conf"), config);
  mkdirSync(join(folder, "logs"));
  const nginx = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf")]);
  let said = "";
  nginx.stderr.on("data", (bytes: Buffer) => (said += String(bytes)));
  const ended = new Promise<void>((resolve) => nginx.once("exit", () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await fetch(origin).catch(() => undefined)); tries++) {
    if (tries > 100 || nginx.exitCode !== null) throw new Error(`nginx does not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    ...{ origin, secureOrigin: `https://localhost:${securePort}` },
    certificate: readFileSync(certificate, "utf8"),
    async close() {
      nginx.kill("SIGQUIT");
      nginx.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
