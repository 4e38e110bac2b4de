import type { SQLInputValue } from "node:sqlite";
import { recordingSpan, type TracedSpan } from "../../../../telemetry.ts";
import type { Statements } from "./_statements.ts";

type Name = keyof Statements;
type Run = (...values: SQLInputValue[]) => unknown;

/** The same statements, each of which makes a span within `span` when it runs. */
export function tracedStatements(statements: Statements, span: TracedSpan): Statements {
  return new Proxy(statements, {
    get(all, name: Name) {
      const { [name]: statement } = all;
      const traced = (method: "all" | "get" | "run"): Run => {
        const run: Run = statement[method].bind(statement);
        return (...values) => within(statements, name, span, () => run(...values));
      };
      return { all: traced("all"), get: traced("get"), run: traced("run") };
    },
  });
}

/** Runs one statement many times, which make one span where the request is recorded. */
export function repeated<T>(statements: Statements, name: Name, work: () => T): T {
  const span = recordingSpan();
  return span ? within(statements, name, span, work) : work();
}

/** The text of the statement is told without its values. */
function within<T>(statements: Statements, name: Name, parent: TracedSpan, work: () => T): T {
  const span = parent.child(name, "client");
  span?.set({
    "db.system.name": "sqlite",
    "db.query.summary": name,
    "db.query.text": statements[name].sourceSQL.replace(/\s+/g, " ").trim(),
  });
  try {
    return work();
  } catch (error) {
    span?.fail(error instanceof Error ? error.name : "error");
    throw error;
  } finally {
    span?.end();
  }
}
