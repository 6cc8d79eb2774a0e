/** Revision of an empty store. As in etcd it is 1, because 0 means "any revision" to clients. */
export const firstRevision = 1;
