import { objectOf } from "../../../engine/model/lookup.js";
import { reportMarker, type MarkerReader, type Reader } from "../context.js";
import { nativeKind, propertyValue } from "../native.js";
import { later, noValidations, rulesOnly, newRule, type NamedValue } from "../rule.js";
import { positional } from "../tag.js";
import type { Marker } from "../../../engine/markers/marker.js";

/**
 * Returns the reader of `+k8s:dependentRequired("other")` or `+k8s:dependentForbidden("other")`.
 */
export function dependent(kind: "dependentRequired" | "dependentForbidden"): MarkerReader {
  return (reader, context, marker) => {
    const { field, parent, value } = context;
    const object = parent === undefined ? undefined : objectOf(reader.universe, parent.value.type);
    const name = positional(marker);
    if (field === undefined || object === undefined) return noValidations;
    if (name === undefined) {
      reportMarker(reader, "validation/bad-marker-value", marker, "needs the name of another property of the object");
      return noValidations;
    }
    const other = object.shape.fields.find((candidate) => candidate.name === name);
    if (other === undefined) {
      reportMarker(
        reader,
        "validation/unknown-property",
        marker,
        `${object.declaration.name} has no property \`${name}\``,
      );
      return noValidations;
    }
    if (name === field.name) {
      reportMarker(reader, "validation/bad-marker-value", marker, "must name another property than its own");
      return noValidations;
    }
    const trigger: NamedValue = { name: field.name, value };
    const sibling: NamedValue = { name, value: propertyValue(reader.universe, other) };
    if (![trigger, sibling].every((one) => canBeUnset(reader, marker, one))) return noValidations;
    return later("parent", () => rulesOnly(newRule({ kind, trigger: trigger.name, dependent: name })));
  };
}

function canBeUnset(reader: Reader, marker: Marker, { name, value }: NamedValue): boolean {
  if (nativeKind(reader.universe, value.type) !== "struct" || value.pointer) return true;
  reportMarker(
    reader,
    "validation/wrong-type",
    marker,
    `the property \`${name}\` is an object without \`?\`, which is always set`,
    `add a \`?\` to the property ${name}`,
  );
  return false;
}
