/** The newest version of Kubernetes whose language and rules are known. */
export const newestVersion = "1.37";

/** The known versions, for messages. The oldest one is the first with CEL rules. */
export const knownVersions = `1.23 to ${newestVersion}`;

/** Reports whether a version of Kubernetes, such as "1.31", is known. */
export function isKnownVersion(version: string): boolean {
  const minor = Number(/^1\.(\d{1,3})$/.exec(version)?.[1]);
  return minor >= 23 && minor <= 37;
}
