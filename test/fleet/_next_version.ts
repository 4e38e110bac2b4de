/** The version of the schema after this release's. */
export const NEXT_VERSION = {
  from: 7,
  to: 8,
  isAdditive: true,
  script: "ALTER TABLE fleet.api_key ADD COLUMN note text",
};
