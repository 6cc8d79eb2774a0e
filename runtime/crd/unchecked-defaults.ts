import type { Place } from "./places.js";
import { defaultOf, itemsOf, propertiesOf, propertyOf, valuesOf } from "./schema-parts.js";
import type { CRD, Schema } from "./types.js";

/**
 * Returns the places of the defaults that have to pass CEL rules. API servers evaluate the rules of
 * a default's own schema and of the schemas in it when a definition is created; `crdErrors` does
 * not evaluate rules.
 */
export function uncheckedDefaults(crd: CRD): readonly Place[] {
  return (crd.spec?.versions ?? []).flatMap(({ schema }, at) =>
    schema?.openAPIV3Schema === undefined
      ? []
      : defaultsIn(schema.openAPIV3Schema, ["spec", "versions", at, "schema", "openAPIV3Schema"]),
  );
}

/** Defaults are forbidden within additionalProperties. */
function defaultsIn(schema: Schema, place: Place): readonly Place[] {
  const items = itemsOf(schema);
  return [
    ...(hasRules(schema, defaultOf(schema)) ? [[...place, "default"]] : []),
    ...(items === undefined ? [] : defaultsIn(items, [...place, "items"])),
    ...propertiesOf(schema).flatMap(([name, one]) => defaultsIn(one, [...place, "properties", name])),
  ];
}

/** Rules of immutable properties. A default passes them, since it is its own old value. */
const ofUnchanged = /^self == oldSelf$|^!has\(oldSelf\.(\w+)\) \|\| has\(self\.\1\)$/;

/** Reports whether a value or a part of it has to pass a rule. Rules do not apply to null. */
function hasRules(schema: Schema | undefined, value: unknown): boolean {
  if (schema === undefined || value === undefined || value === null) return false;
  if ((schema["x-kubernetes-validations"] ?? []).some(({ rule = "" }) => !ofUnchanged.test(rule))) return true;
  if (Array.isArray(value)) return value.some((item) => hasRules(itemsOf(schema), item));
  if (typeof value !== "object") return false;
  return Object.entries(value).some(([name, one]) => hasRules(propertyOf(schema, name) ?? valuesOf(schema), one));
}
