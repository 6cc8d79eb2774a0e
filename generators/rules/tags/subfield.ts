import type { Marker } from "../../../engine/markers/marker.js";
import { report, wrongType, type Context, type MarkerReader, type Reader } from "../context.js";
import { knownObject } from "../metadata-fields.js";
import { valueOf } from "../native.js";
import { later, mapRules, nothing, rule, together, type NamedValue, type Rule, type Validations } from "../rule.js";
import { positional } from "../tag.js";
import { unflagged } from "./each.js";

/** Reads `+k8s:subfield("name")=+marker`, a rule for a property of the value. */
export const subfield: MarkerReader = (reader, context, marker) => {
  if (marker.then === undefined) return nothing;
  for (let at: Marker | undefined = marker.then; at !== undefined; at = at.then) {
    if (at.name !== "k8s:subfield") continue;
    report(
      reader,
      "validation/nested-subfield",
      marker,
      "cannot contain another `+k8s:subfield`: mark the property of the type",
    );
    return nothing;
  }
  const object = knownObject(reader.universe, context.value.type);
  if (object === undefined) {
    wrongType(reader, context, marker, "objects");
    return nothing;
  }
  const name = positional(marker);
  const field = object.fields.find((candidate) => candidate.name === name);
  if (name === undefined || field === undefined) {
    const message =
      name === undefined ? "needs the name of a property" : `${object.declaration.name} has no property \`${name}\``;
    report(reader, "validation/unknown-property", marker, message);
    return nothing;
  }
  const { path, value, stability } = context;
  const of: NamedValue = { name, value: valueOf(reader.universe, field) };
  const sub: Context = {
    scope: "struct fields",
    value: of.value,
    path: `${path}.${name}`,
    parent: { path, value },
    owner: object.declaration,
    field,
    ...(stability === undefined ? {} : { stability }),
  };
  const own = reader.read(sub, [marker.then]);
  return later("this", () => {
    const taken = isOpaque(reader, context) ? nothing : memberShortCircuits(reader, sub);
    const wrapped = mapRules(together(own, taken), (one, scope): Rule => {
      // If the property is a member of a union, the union's rules apply to the object that contains
      // the property.
      if (scope === "parent") return one;
      return {
        ...rule({ kind: "subfield", field: of, inner: unflagged(one) }),
        shortCircuit: one.shortCircuit,
        nonError: one.nonError,
        cohort: name,
      };
    });
    return { ...wrapped, deferred: wrapped.deferred.map(({ run }) => ({ scope: "this", run })) };
  });
};

/**
 * Returns the short circuits of a subfield. They stop the checks of an optional subfield that is
 * unset, but report no errors; the property's own rules report them. The second call for the same
 * subfield returns nothing.
 */
function memberShortCircuits(reader: Reader, sub: Context): Validations {
  if (reader.shared.takenOver.has(sub.path)) return nothing;
  reader.shared.takenOver.add(sub.path);
  return asNonErrors(reader.read(sub, sub.field?.markers ?? []));
}

function asNonErrors({ rules, deferred }: Validations): Validations {
  return {
    ...nothing,
    rules: rules.filter(({ shortCircuit }) => shortCircuit).map((one) => ({ ...one, nonError: true })),
    deferred: deferred.map(({ scope, run }) => ({ scope, run: () => asNonErrors(run()) })),
  };
}

function isOpaque({ shared }: Reader, { path, value }: Context): boolean {
  return shared.opaque.has(path) || (value.type.kind === "ref" && shared.opaque.has(value.type.to));
}
