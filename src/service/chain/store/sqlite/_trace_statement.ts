import type { SQLInputValue, StatementSync } from "node:sqlite";
import { recordingSpan } from "../../../../telemetry.ts";

/** Makes a statement begin a span each time that a recorded request runs it. Its values go into no span. */
export function traceStatement(statement: StatementSync, name: string): void {
  const text = statement.sourceSQL.replace(/\s+/g, " ").trim();
  const attributes = {
    "db.system.name": "sqlite",
    "db.query.summary": name,
    "db.query.text": text,
  };
  const within = <Result>(run: () => Result): Result => {
    const span = recordingSpan()?.child(name, "client");
    if (!span) return run();
    span.set(attributes);
    try {
      return run();
    } catch (error) {
      span.fail(error instanceof Error ? error.name : "error");
      throw error;
    } finally {
      span.end();
    }
  };
  for (const method of ["all", "get", "run"] as const) {
    const run: (...values: SQLInputValue[]) => unknown = statement[method].bind(statement);
    Object.defineProperty(statement, method, {
      value: (...values: SQLInputValue[]) => within(() => run(...values)),
    });
  }
}
