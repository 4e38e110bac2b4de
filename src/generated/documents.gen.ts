// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "536022ba50c04fbfb8a78d07845bbf1ab891fec840381ef06d879dbaddac5df2"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "66cf41ac1ffb208ff3959215ba183925820eea575eef152c4653152feddc3754"
  }
} as const;
