const groups = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const versions = /^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/;
const kinds = /^[A-Z][A-Za-z0-9]{0,62}$/;

/** Names of types that each file of a new kind imports. */
const imported: ReadonlySet<string> = new Set(["Condition", "ListMeta", "ObjectMeta", "TypeMeta"]);

/** Returns the problem in the name of an API group; undefined for a valid name. */
export function groupProblem(group: string): string | undefined {
  if (groups.test(group) && group.length <= 253) return undefined;
  const host = group.replace(/^\w+:\/+/, "").replace(/\/.*$/, "");
  const meant = host.toLowerCase().replace(/[^a-z0-9.]+/g, "-");
  return `${JSON.stringify(group)} is not a valid group: use a DNS name in lower case, such as ${
    groups.test(meant) && meant.length <= 253 ? meant : "restaurant.example.com"
  }`;
}

/** Returns the problem in the name of a version; undefined for a valid name. */
export function versionProblem(version: string): string | undefined {
  if (versions.test(version)) return undefined;
  const meant = /^v?([1-9][0-9]*)(?:\.0)*(alpha|beta)?$/i.exec(version);
  const names = "v1, v1beta1 or v2alpha3";
  return `${JSON.stringify(version)} is not a valid version: use a name such as ${
    meant === null ? names : `v${meant[1] ?? ""}${meant[2] === undefined ? "" : `${meant[2].toLowerCase()}1`}`
  }`;
}

/** Returns the problem in the name of a kind; undefined for a valid name. */
export function kindProblem(kind: string): string | undefined {
  const [, item] = /^([A-Z][A-Za-z0-9]*)List$/.exec(kind) ?? [];
  if (item !== undefined)
    return `${kind} is the name of the list type of ${item}: create the kind ${item}, which includes its list type`;
  if (kind === "List") return "kubectl treats the kind List as a list of arbitrary objects: use another name";
  if (imported.has(kind))
    return `${kind} is a type of @apimachinery/runtime that files with kinds import: use another name`;
  if (kinds.test(kind)) return undefined;
  const words = kind.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const meant = words.join("");
  const isAscii = /^[ -~]*$/.test(kind);
  return `${JSON.stringify(kind)} is not a valid name of a kind: use letters and digits, and begin with a capital letter, such as ${
    isAscii && kinds.test(meant) && kindProblem(meant) === undefined ? meant : "Pizza"
  }`;
}

/** Returns a name in kebab case: `pizza-oven` for `PizzaOven`. */
export function kebab(kind: string): string {
  return kind.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}
