// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "86e4dd0cfe5e0978f4d377603ce819f1bdeb1b563e3cac1984d2573b01b244f4"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "8935e37ea2aeb8062deb01e7c01af8cfcde3fc04c1578eeaf1ce0b8a1543a218"
  }
} as const;
