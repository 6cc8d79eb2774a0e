import { objectOf } from "../../../engine/model/lookup.js";
import { reportMarker, unknownProperty, type MarkerReader } from "../context.js";
import { isAlwaysSet, propertyValue } from "../native.js";
import { later, noValidations, rulesOnly, newRule, type NamedValue } from "../rule.js";
import { positional } from "../tag.js";

/**
 * Returns the reader of `+k8s:dependentRequired("other")` or `+k8s:dependentForbidden("other")`.
 */
export function dependent(kind: "dependentRequired" | "dependentForbidden"): MarkerReader {
  return (site) => {
    const { universe } = site.reader;
    const { field, parent, value } = site.context;
    const object = parent === undefined ? undefined : objectOf(universe, parent.value.type);
    const name = positional(site.marker);
    if (field === undefined || object === undefined) return noValidations;
    if (name === undefined)
      return reportMarker(site, "validation/bad-marker-value", "needs the name of another property of the object");
    const other = object.shape.fields.find((candidate) => candidate.name === name);
    if (other === undefined) return unknownProperty(site, object.declaration.name, object.shape.fields, name);
    if (name === field.name)
      return reportMarker(site, "validation/bad-marker-value", "must name another property than its own");
    const pair: readonly NamedValue[] = [
      { name: field.name, value },
      { name, value: propertyValue(universe, other) },
    ];
    const set = pair.find((one) => isAlwaysSet(universe, one.value));
    if (set !== undefined) {
      const message = `the property \`${set.name}\` is an object without \`?\`, which is always set`;
      return reportMarker(site, "validation/wrong-type", message, `add a \`?\` to the property ${set.name}`);
    }
    return later("parent", () => rulesOnly(newRule({ kind, trigger: field.name, dependent: name })));
  };
}
