import type { Example, FieldReference, GroupReference, KindReference, Words } from "../model.js";

/** Returns the facts about a field in the order in which readers need them. */
export function factsOfField({ rules, default: value, merge, access }: FieldReference): readonly Words[] {
  return [
    ...rules,
    ...(value === undefined ? [] : [["default: ", { code: value }]]),
    ...(merge === undefined ? [] : [merge]),
    ...access,
  ];
}

/** Returns the facts about a kind: pairs of a name and a value. */
export function factsOfKind(kind: KindReference): readonly (readonly [name: string, value: Words])[] {
  const { shortNames, categories } = kind;
  const codes = (names: readonly string[]): Words =>
    names.flatMap((name, index): Words => [index === 0 ? "" : ", ", { code: name }]);
  return [
    ["apiVersion", [{ code: kind.apiVersion }]],
    ["scope", [kind.isClusterWide ? "the whole server, without namespaces" : "a namespace"]],
    ["kubectl", [{ code: `kubectl get ${kind.resource}` }, ...names(shortNames, codes)]],
    ["URL", [{ code: kind.path }]],
    ...(kind.hasStatus || kind.hasScale
      ? [["subresources", codes([...(kind.hasStatus ? ["status"] : []), ...(kind.hasScale ? ["scale"] : [])])] as const]
      : []),
    ...(categories.length === 0 ? [] : [["categories", codes(categories)] as const]),
  ];
}

function names(shortNames: readonly string[], codes: (names: readonly string[]) => Words): Words {
  return shortNames.length === 0 ? [] : [", or ", ...codes(shortNames)];
}

/** Returns a sentence about the versions of a group and their hub. */
export function versionsInWords({ versions, conversions }: GroupReference): string {
  const { hub, hubIsVersion, converted } = conversions;
  const all = versions.map(({ version }) => version).join(", ");
  if (hub === undefined) return versions.length === 1 ? `The group has one version, ${all}.` : `Versions: ${all}.`;
  const which = hubIsVersion ? `the version ${hub}, which is the hub` : "an internal hub, which no client sees";
  return `Versions: ${all}. Objects of ${converted.join(", ")} are converted to ${which}, and back.`;
}

/** Returns a sentence about the source of an example. */
export function aboutExample({ file }: Example): string {
  return file === undefined
    ? "A small object that the schema accepts. Hand-written rules of the server can require more."
    : `The object of ${file}.`;
}
