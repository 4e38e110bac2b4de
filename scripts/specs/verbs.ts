/** The verbs of operations. */
export const VERBS = ["get", "post", "put", "patch", "delete"];
