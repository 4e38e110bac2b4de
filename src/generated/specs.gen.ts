// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "41fc13f0f520facf99a1554339b8c102c885e63a681789134fa241a736dbbe42"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "3dc07b498e17038456ba09201afec6f255c8ee86d626734e5fe09e001575b13a"
  }
} as const;
