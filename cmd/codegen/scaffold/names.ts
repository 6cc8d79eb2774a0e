/** @returns what is wrong with the name of an API group, or undefined */
export function faultOfGroup(group: string): string | undefined {
  if (/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(group) && group.length <= 253)
    return undefined;
  return `a group is a DNS name in small letters, such as restaurant.example.com: ${JSON.stringify(group)} is not`;
}

/** @returns what is wrong with the name of a version, or undefined */
export function faultOfVersion(version: string): string | undefined {
  if (/^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/.test(version)) return undefined;
  return `a version is v1, v1beta1, v2alpha3 and the like: ${JSON.stringify(version)} is not`;
}

/** @returns what is wrong with the name of a kind, or undefined */
export function faultOfKind(kind: string): string | undefined {
  const [, item] = /^([A-Z][A-Za-z0-9]*)List$/.exec(kind) ?? [];
  if (item !== undefined)
    return `${kind} would be the list of ${item}: create the kind ${item}, and its list comes with it`;
  if (/^[A-Z][A-Za-z0-9]*$/.test(kind) && kind.length <= 63) return undefined;
  return `a kind is one word with a capital, such as Pizza: ${JSON.stringify(kind)} is not`;
}

/** The folder of a group: its first label, as in Kubernetes. */
export function folderOfGroup(group: string): string {
  return group.split(".")[0] ?? group;
}

/** `PizzaOven` → `pizza-oven`. */
export function kebab(kind: string): string {
  return kind.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}
