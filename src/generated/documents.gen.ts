// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "8aea64537749abd4d630e524364cb11fe8f2facb11456eac8f3bbd4d0788ae79"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "5642026559e2f109e861d675ef28f27f2e67f7227d4638973ff41ef104a6e8e3"
  }
} as const;
