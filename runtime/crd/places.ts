import type { CRD } from "./types.js";

/** Keys and indexes that lead from the root of a definition to a value. */
export type DefinitionPath = readonly (string | number)[];

/**
 * Paths that errors use for fields of Kubernetes' internal type, and the paths of the same fields
 * in v1.
 */
const internal: readonly (readonly [start: string, place: DefinitionPath])[] = [
  ["spec.conversion.webhookClientConfig", ["spec", "conversion", "webhook", "clientConfig"]],
  ["spec.conversion.conversionReviewVersions", ["spec", "conversion", "webhook", "conversionReviewVersions"]],
  ["status.storedVersions", ["spec", "versions"]],
];

/**
 * Start of the path that errors use for a field that is equal in all versions, and the name of that
 * field in a version. `spec.version` is the path for the name of the first version.
 */
const shared: readonly (readonly [start: string, part: string])[] = [
  ["spec.validation", "schema"],
  ["spec.subresources", "subresources"],
  ["spec.additionalPrinterColumns", "additionalPrinterColumns"],
  ["spec.selectableFields", "selectableFields"],
  ["spec.version", "name"],
];

/**
 * Returns the paths in a definition to which the path of an error refers. This is usually one path.
 * If an error concerns a field that is equal in all versions, a path in each version is returned.
 * The last keys of a path may be missing in the definition.
 *
 * @param field the path of an error of `crdErrors`
 */
export function pathsOfField(crd: CRD, field: string): readonly DefinitionPath[] {
  const after = (start: string) =>
    field === start || (field.startsWith(start) && /^[.[]/.test(field.slice(start.length)))
      ? field.slice(start.length)
      : undefined;
  for (const [start, place] of internal) {
    const rest = after(start);
    if (rest !== undefined) return [followed(valueInDefinition(crd, place), rest, place)];
  }
  for (const [start, part] of shared) {
    const rest = after(start);
    if (rest === undefined) continue;
    const versions = crd.spec?.versions ?? [];
    // Kubernetes' error refers to the first version only.
    const named = part === "name" ? versions.slice(0, 1) : versions;
    return named.map((version, at) => followed(Reflect.get(version, part), rest, ["spec", "versions", at, part]));
  }
  return [followed(crd, field, [])];
}

/** Returns the value at a path; undefined if the path does not exist in the definition. */
export function valueInDefinition(root: unknown, place: DefinitionPath): unknown {
  let value = root;
  for (const key of place) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/**
 * Splits the rest of a path into keys, and returns `place` with these keys. Names of properties can
 * contain dots and brackets, so the keys of the actual value decide where a name ends.
 * @param value the value at `place`
 * @param text rest of the path
 * @param place keys that precede the rest
 */
function followed(value: unknown, text: string, place: DefinitionPath): DefinitionPath {
  if (text === "") return place;
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const isSubscript = text.startsWith("[");
  const rest = text.replace(/^\./, "");
  const steps = keys.map((key) => ({ key, written: isSubscript ? `[${key}]` : key }));
  const fitting = steps
    .filter(({ written }) => rest.startsWith(written) && /^(?:[.[]|$)/.test(rest.slice(written.length)))
    .sort((left, right) => right.written.length - left.written.length);
  const written = fitting[0]?.written ?? /^\[[^\]]*\]|^[^.[]+/.exec(rest)?.[0] ?? rest;
  const name = fitting[0]?.key ?? written.replace(/^\[(.*)\]$/, "$1");
  const key = Array.isArray(value) ? Number(name) : (renamed.get(name) ?? name);
  return followed(valueInDefinition(value, [key]), rest.slice(written.length), [...place, key]);
}

/** Field names of Kubernetes' internal type that differ from v1 only in upper and lower case. */
const renamed: ReadonlyMap<string, string> = new Map([["JSONPath", "jsonPath"]]);
