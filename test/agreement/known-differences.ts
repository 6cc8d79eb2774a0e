/**
 * Small types for which a server and a cluster do not agree yet, with the reason. A type that
 * agrees must be removed.
 */
export const knownDifferences: Readonly<Record<string, string>> = {};
