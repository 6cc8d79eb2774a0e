import type { Marker } from "../../../engine/markers/marker.js";
import { reportMarker, wrongType, type MarkerContext, type MarkerReader, type Reader } from "../context.js";
import { elementType, hasItems, mapKeyType, presentValue } from "../native.js";
import { isNothing, later, mapRules, noValidations, together, wrapRule, type Validations } from "../rule.js";
import type { Type } from "../../../engine/model/universe.js";

/** Reads `+k8s:eachVal=+marker`, which declares a rule for each list item or map value. */
export const eachVal: MarkerReader = (reader, context, marker) => {
  const { value } = context;
  const isList = hasItems(reader.universe, value.type);
  const element = elementType(reader.universe, value.type);
  if (element === undefined) {
    wrongType(reader, context, marker, "lists and maps");
    return noValidations;
  }
  const inner = inside(reader, marker, {
    ...around(context, "vals"),
    scope: isList ? "list values" : "map values",
    value: presentValue(element),
    ...(isList ? { selector: [] } : {}),
  });
  if (inner === undefined) return noValidations;
  // The rules are deferred, because a later marker can declare the keys of the list.
  return together(
    { ...noValidations, opaqueValue: inner.opaque, needsFunction: inner.needsFunction },
    ...(inner.rules.length === 0
      ? []
      : [later("this", () => forEachVal(reader, value.type, { ...noValidations, rules: inner.rules }))]),
    ...(inner.deferred.length === 0
      ? []
      : [later("this", () => forEachVal(reader, value.type, together(...inner.deferred.map(({ run }) => run()))))]),
  );
};

/** Reads `+k8s:eachKey=+marker`, which declares a rule for each key of a map. */
export const readEachKey: MarkerReader = (reader, context, marker) => {
  const { value } = context;
  const key = mapKeyType(reader.universe, value.type);
  if (key === undefined) {
    wrongType(reader, context, marker, "maps");
    return noValidations;
  }
  const inner = inside(reader, marker, {
    ...around(context, "keys"),
    scope: "map keys",
    value: presentValue(key),
  });
  if (inner === undefined) return noValidations;
  return together(
    { ...noValidations, opaqueKey: inner.opaque, needsFunction: inner.needsFunction },
    forEach("keys", { ...noValidations, rules: inner.rules }),
    ...(inner.deferred.length === 0
      ? []
      : [later("this", () => forEach("keys", together(...inner.deferred.map(({ run }) => run()))))]),
  );
};

/** Returns rules that apply the given rules to each list item or map value. */
export function forEachVal({ universe }: Reader, type: Type, validations: Validations): Validations {
  if (elementType(universe, type) === undefined) return noValidations;
  return forEach(hasItems(universe, type) ? "items" : "values", validations);
}

function forEach(kind: "items" | "values" | "keys", validations: Validations): Validations {
  const { rules, deferred, opaque } = mapRules(validations, (inner) =>
    wrapRule(inner, (own) => ({ kind, rules: own })),
  );
  return { ...noValidations, rules, deferred, [kind === "keys" ? "opaqueKey" : "opaqueValue"]: opaque };
}

function around(
  context: MarkerContext,
  part: "vals" | "keys",
): Pick<MarkerContext, "path" | "parent" | "owner" | "stability"> {
  const { path, value, owner, stability } = context;
  return {
    path: `${path}[(${part})]`,
    parent: { path, value },
    owner,
    ...(stability === undefined ? {} : { stability }),
  };
}

/**
 * Reads the marker after `=`. If that marker declares no rule, reports it and returns undefined.
 */
function inside(reader: Reader, marker: Marker, context: MarkerContext): Validations | undefined {
  if (marker.then === undefined) return undefined;
  const before = reader.problemCount();
  const inner = reader.read(context, [marker.then]);
  if (!isNothing(inner)) return inner;
  if (reader.problemCount() === before)
    reportMarker(reader, "validation/no-effect", marker, "the inner marker is not a validation rule for this value");
  return undefined;
}
