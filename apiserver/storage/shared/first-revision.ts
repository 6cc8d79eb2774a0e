/**
 * Revision of an empty store. It is 1, as in etcd, because a client that requests revision 0
 * accepts any revision.
 */
export const firstRevision = 1;
