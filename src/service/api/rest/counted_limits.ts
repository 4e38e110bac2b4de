import type { OperationLimits } from "../../../generated/service/operations.gen.ts";

/** The limit of each operation that has one for itself; one that the service does not count does not compile. */
export const COUNTED_LIMITS: OperationLimits = { requestKey: "keyRequestsPerDay" };
