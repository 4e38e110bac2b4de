// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "59d3dae547452399c4dfe965779b125ea33455022efab96f7629da7daeb69fc5"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "94e77f6118fc578aefb834e03f6d5d77d3aff86b546f37386fd4b492c52c0955"
  }
} as const;
