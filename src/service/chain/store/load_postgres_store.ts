/** Loads the store on PostgreSQL, which the embedded service does without. */
export function loadPostgresStore(): Promise<typeof import("./postgres/mod.ts")> {
  return import("./postgres/mod.ts");
}
