import { objectOf } from "../../../engine/model/lookup.js";
import { report, type MarkerReader, type Reader } from "../context.js";
import { nativeKind, valueOf } from "../native.js";
import { later, nothing, rule, rulesOnly, type NamedValue } from "../rule.js";
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
    if (field === undefined || object === undefined) return nothing;
    if (name === undefined) {
      report(reader, "validation/bad-marker-value", marker, "needs the name of another property of the object");
      return nothing;
    }
    const other = object.shape.fields.find((candidate) => candidate.name === name);
    if (other === undefined) {
      report(reader, "validation/unknown-property", marker, `${object.declaration.name} has no property \`${name}\``);
      return nothing;
    }
    if (name === field.name) {
      report(reader, "validation/bad-marker-value", marker, "names the property itself");
      return nothing;
    }
    const trigger: NamedValue = { name: field.name, value };
    const sibling: NamedValue = { name, value: valueOf(reader.universe, other) };
    if (![trigger, sibling].every((one) => canBeUnset(reader, marker, one))) return nothing;
    return later("parent", () => rulesOnly(rule({ kind, trigger, dependent: sibling })));
  };
}

function canBeUnset(reader: Reader, marker: Marker, { name, value }: NamedValue): boolean {
  if (nativeKind(reader.universe, value.type) !== "struct" || value.pointer) return true;
  report(
    reader,
    "validation/wrong-type",
    marker,
    `the property \`${name}\` is an object, which is always set without a \`?\``,
  );
  return false;
}
