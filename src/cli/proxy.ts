import { wrongUse } from "./exit_error.ts";

/** Variables that name a proxy, as most programs read them. */
const VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];

/** This machine is reached without a proxy, also where `NO_PROXY` does not name it. */
const LOOPBACK = "localhost,127.0.0.1,[::1]";

/** Every host, which Node knows only where it stands alone. */
const EVERY = "*";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Sends the requests, WebSockets and webhooks of this process through the proxies that the environment names.
 *
 * @throws {Error} If this Node cannot use a proxy: requests must not go without the one that was named.
 */
export function useProxies(environment: Environment): void {
  const names = VARIABLES.filter((variable) => environment[variable]);
  const [name] = names;
  if (name === undefined) return;
  const protocolOf = (one: string): string => URL.parse(environment[one] ?? "")?.protocol ?? "";
  const wrong = names.find((one) => !/^https?:$/.test(protocolOf(one)));
  if (wrong !== undefined)
    throw wrongUse(
      `Cannot use ${wrong}: expected the address of a proxy, such as http://proxy.example:3128.`,
    );
  const http = process.getBuiltinModule("node:http") as {
    readonly setGlobalProxyFromEnv?: (environment: Environment) => unknown;
  };
  if (!http.setGlobalProxyFromEnv) {
    // With this variable Node uses the proxy by itself.
    if (environment["NODE_USE_ENV_PROXY"] === "1") return;
    throw new Error(
      `Cannot use the proxy of ${name} in Node ${process.versions.node}: it needs Node 24.14 or later; unset ${name} to go without`,
    );
  }
  const { no_proxy: lower, NO_PROXY: upper } = environment;
  const hosts = (lower ?? upper ?? "").split(/[\s,]+/).filter(Boolean);
  const without = hosts.includes(EVERY) ? EVERY : [...hosts, LOOPBACK].join(",");
  http.setGlobalProxyFromEnv({ ...environment, no_proxy: without, NO_PROXY: without });
}
