/** Returns the fault in the name of an API group; undefined for a valid name. */
export function faultOfGroup(group: string): string | undefined {
  if (/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(group) && group.length <= 253)
    return undefined;
  return `${JSON.stringify(group)} is not a group: use a DNS name in lower case, such as restaurant.example.com`;
}

/** Returns the fault in the name of a version; undefined for a valid name. */
export function faultOfVersion(version: string): string | undefined {
  if (/^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/.test(version)) return undefined;
  return `${JSON.stringify(version)} is not a version: use a name such as v1, v1beta1 or v2alpha3`;
}

/** Returns the fault in the name of a kind; undefined for a valid name. */
export function faultOfKind(kind: string): string | undefined {
  const [, item] = /^([A-Z][A-Za-z0-9]*)List$/.exec(kind) ?? [];
  if (item !== undefined)
    return `${kind} would be the list of ${item}: create the kind ${item}, which includes its list`;
  if (/^[A-Z][A-Za-z0-9]*$/.test(kind) && kind.length <= 63) return undefined;
  return `${JSON.stringify(kind)} is not a kind: use one word with a capital, such as Pizza`;
}

/** Returns the folder of a group: the first label of its name, as in Kubernetes. */
export function folderOfGroup(group: string): string {
  return group.split(".")[0] ?? group;
}

/** Returns a name in lower case with hyphens: `pizza-oven` for `PizzaOven`. */
export function kebab(kind: string): string {
  return kind.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}
