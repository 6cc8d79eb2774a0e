import { objectOf } from "../../../engine/model/lookup.js";
import { report } from "../context.js";
import type { OneOf } from "./constraint.js";
import type { ConstraintInput, ReadConstraint } from "./read-constraints.js";

export const oneOfNames: readonly OneOf[] = ["AtMostOneOf", "ExactlyOneOf", "AtLeastOneOf"];

/** Returns the reader of a marker that lists properties, of which a certain number must be set. */
export function readOneOf(count: OneOf): (input: ConstraintInput) => ReadConstraint | undefined {
  return ({ reader, context, marker }) => {
    const names = (marker.value ?? "").split(";").map((name) => name.trim());
    const object = objectOf(reader.universe, context.value.type);
    for (const name of names) {
      const field = object?.shape.fields.find((candidate) => candidate.name === name);
      const owner = object?.declaration.name ?? "the object";
      if (field?.optional === true) continue;
      const fault =
        field === undefined
          ? `${owner} has no property \`${name}\``
          : `the property \`${name}\` is always set; it needs a \`?\``;
      report(reader, "unknown-property", marker, fault);
      return undefined;
    }
    return { constraint: { keyword: "oneOf", names, count } };
  };
}
