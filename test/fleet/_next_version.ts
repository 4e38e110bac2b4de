/** The version of the schema after this release's. */
export const NEXT_VERSION = {
  version: 6,
  expand: "ALTER TABLE fleet.api_key ADD COLUMN note text",
  contract: "ALTER TABLE fleet.api_key ALTER COLUMN note SET DEFAULT ''",
};
