// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "59d3dae547452399c4dfe965779b125ea33455022efab96f7629da7daeb69fc5"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "8935e37ea2aeb8062deb01e7c01af8cfcde3fc04c1578eeaf1ce0b8a1543a218"
  }
} as const;
