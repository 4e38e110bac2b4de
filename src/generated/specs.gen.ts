// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "c40c821f8bd18da59ba7d1dc0583ea85c3b9ed1ecf44f76a7a5de78d1fbf1bfc"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "94e77f6118fc578aefb834e03f6d5d77d3aff86b546f37386fd4b492c52c0955"
  }
} as const;
