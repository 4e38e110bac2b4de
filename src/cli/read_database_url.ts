import { wrongUse } from "./exit_error.ts";

const PROTOCOLS = {
  postgres: ["postgres:", "postgresql:"],
  redis: ["redis:", "rediss:"],
} as const;

/**
 * Reads a flag's value as the URL of a database.
 *
 * @throws {ExitError} If it is none. The message does not repeat it: it may hold a password.
 */
export function databaseUrl(flag: string, kind: keyof typeof PROTOCOLS): (text: string) => string {
  return (text) => {
    const protocol = URL.parse(text)?.protocol;
    if (PROTOCOLS[kind].some((known) => known === protocol)) return text;
    throw wrongUse(`Cannot use ${flag}: expected a URL such as ${kind}://host/.`);
  };
}
