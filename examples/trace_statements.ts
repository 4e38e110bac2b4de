// Adds the statements of PostgreSQL to the traces of a service.
// Run: NODE_OPTIONS="--import ./trace_statements.ts" alphadelta serve --store postgres://…
import { PgInstrumentation } from "@opentelemetry/instrumentation-pg";

// Statements outside of a request, such as those that look for new blocks, are left out.
new PgInstrumentation({ requireParentSpan: true }).enable();
