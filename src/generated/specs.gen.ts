// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "c40c821f8bd18da59ba7d1dc0583ea85c3b9ed1ecf44f76a7a5de78d1fbf1bfc"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "8935e37ea2aeb8062deb01e7c01af8cfcde3fc04c1578eeaf1ce0b8a1543a218"
  }
} as const;
