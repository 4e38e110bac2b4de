/**
 * Marks an extension: a value that the interface does not specify. Another deployment may send a different shape, or
 * omit it. Types without this mark are specified by the interface.
 *
 * It is an alias of `T`, for documentation only. The client's `onDrift` reports responses that differ.
 */
export type Undocumented<T> = T;
