/**
 * Size of a page in bytes. A page contains about ten objects. With the system's page size of 4 KB,
 * the file would be nearly twice as large.
 */
export const pageSize = 16_384;
