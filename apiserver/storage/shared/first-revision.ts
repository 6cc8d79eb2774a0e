/**
 * The revision of a store without a write. It is not 0, as that means any revision to clients (etcd
 * begins at 1 too).
 */
export const firstRevision = 1;
