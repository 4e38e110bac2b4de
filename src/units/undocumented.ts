/**
 * A value whose shape the interface does not show: it was decided by this service, and another deployment may send
 * something else, or nothing. Every other type stands for what the interface gives.
 *
 * It is the type itself: the name is there to be read. `onDrift` of a client reports where an answer differs.
 */
export type Undocumented<T> = T;
