// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "ab2254e6565c6ffc4c911cda53679f6c916a874f688aacf949261ebec5b4017e"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "62e1efc2d1a92bf44db47d1ee003af18a34e9e648a45c81559efd9045bb7df5e"
  }
} as const;
