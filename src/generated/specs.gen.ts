// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "bb84ec21d08d3aaabefb7b0d3b49f5161a8733ec4bde29b2c7d8338745232d29"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "deb9b6e34fc11c5fbfff34395982bc985e5da5496021c69266efee882169cc7e"
  }
} as const;
