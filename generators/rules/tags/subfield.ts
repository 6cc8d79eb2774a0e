import type { Marker } from "../../../engine/markers/marker.js";
import {
  nestedContext,
  reportMarker,
  unknownProperty,
  wrongType,
  type MarkerContext,
  type MarkerReader,
  type MarkerSite,
  type Reader,
} from "../context.js";
import { knownObject } from "../metadata-fields.js";
import { propertyValue } from "../native.js";
import { later, mapRules, noValidations, together, wrapRule, type Validations } from "../rule.js";
import { positional } from "../tag.js";

/** Reads `+k8s:subfield("name")=+marker`, which declares a rule for a property of the value. */
export const readSubfield: MarkerReader = (site) => {
  const { reader, context, marker } = site;
  if (marker.then === undefined) return noValidations;
  for (let at: Marker | undefined = marker.then; at !== undefined; at = at.then) {
    if (at.name !== "k8s:subfield") continue;
    const advice = "add the inner marker to the property of the inner type";
    return reportMarker(site, "validation/nested-subfield", "cannot contain another `+k8s:subfield`", advice);
  }
  const object = knownObject(reader.universe, context.value.type);
  if (object === undefined) return wrongType(site, "objects");
  const name = positional(marker);
  const field = object.fields.find((candidate) => candidate.name === name);
  if (name === undefined) return reportMarker(site, "validation/unknown-property", "needs the name of a property");
  if (field === undefined) return unknownProperty(site, object.declaration.name, object.fields, name);
  const sub = nestedContext(context, `.${name}`, {
    scope: "struct fields",
    value: propertyValue(reader.universe, field),
    owner: object.declaration,
    field,
  });
  const own = reader.read(sub, [marker.then]);
  return later("this", () => {
    const taken = isOpaque(site) ? noValidations : memberShortCircuits(reader, sub);
    // If the property is a member of a union, the rules of the union apply to the object that
    // contains the property.
    const wrapped = mapRules(together(own, taken), (one, scope) =>
      scope === "parent" ? one : wrapRule(one, (rules) => ({ kind: "subfield", name, rules })),
    );
    return { ...wrapped, deferred: wrapped.deferred.map(({ run }) => ({ scope: "this", run })) };
  });
};

/**
 * Returns rules that skip the checks of an optional subfield that is unset. They report no errors,
 * because the property's own rules report them. Returns nothing for a subfield that was already
 * handled.
 */
function memberShortCircuits(reader: Reader, sub: MarkerContext): Validations {
  if (reader.shared.takenOver.has(sub.path)) return noValidations;
  reader.shared.takenOver.add(sub.path);
  return asNonErrors(reader.read(sub, sub.field?.markers ?? []));
}

function asNonErrors({ rules, deferred }: Validations): Validations {
  return {
    ...noValidations,
    rules: rules.filter(({ shortCircuit }) => shortCircuit).map((one) => ({ ...one, nonError: true })),
    deferred: deferred.map(({ scope, run }) => ({ scope, run: () => asNonErrors(run()) })),
  };
}

function isOpaque({ reader: { shared }, context: { path, value } }: MarkerSite): boolean {
  return shared.opaque.has(path) || (value.type.kind === "ref" && shared.opaque.has(value.type.to));
}
