import { findByPath, goPrint, type GroupKind, type Scheme } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";
import type { FieldValues } from "../registry/selection.js";

/**
 * Returns the selectable fields of a kind from the markers `+kubebuilder:selectablefield` of its
 * versions, by version. As in Kubernetes, the fields of a version are those of its own objects, and
 * an absent field has an empty value (Go: selectableFields in customresource/strategy.go).
 */
export function markedFields(scheme: Scheme, { group, kind }: GroupKind): ReadonlyMap<string, FieldValues> {
  return new Map(
    scheme.versionsForGroupKind({ group, kind }).flatMap(({ version }) => {
      const names = markedNames(scheme, { group, kind }, version);
      if (names.length === 0) return [];
      const paths = names.map((name) => [name, name.split(".")] as const);
      const valuesOf: FieldValues = (object) => {
        const versioned = scheme.unsafeConvertToVersion(object, { group, version });
        return Object.fromEntries(paths.map(([name, path]) => [name, valueAt(versioned as APIObject, path)]));
      };
      return [[version, valuesOf] as const];
    }),
  );
}

/** Returns the names of the fields that the markers of a version declare. */
export function markedNames(scheme: Scheme, kind: GroupKind, version: string): readonly string[] {
  return scheme.definitionFor({ ...kind, version }).selectableFields ?? [];
}

function valueAt(object: APIObject, path: readonly string[]): string {
  const [value = null] = findByPath(object, path);
  return value === null ? "" : goPrint(value);
}
