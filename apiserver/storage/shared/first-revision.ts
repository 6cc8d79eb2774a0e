/**
 * Revision of an empty store. It is not 0, because 0 means "any revision" to clients. etcd begins
 * at 1 too.
 */
export const firstRevision = 1;
