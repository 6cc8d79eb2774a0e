/**
 * Revision of an empty store. As in etcd, it is 1, because clients use 0 to request any revision.
 */
export const firstRevision = 1;
