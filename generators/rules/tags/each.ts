import {
  nestedContext,
  reportMarker,
  wrongType,
  type MarkerContext,
  type MarkerReader,
  type MarkerSite,
  type Reader,
} from "../context.js";
import { elementType, hasItems, mapKeyType, presentValue } from "../native.js";
import { isNothing, later, mapRules, noValidations, together, wrapRule, type Validations } from "../rule.js";
import type { Type } from "../../../engine/model/universe.js";

/** Reads `+k8s:eachVal=+marker`, which declares a rule for each list item or map value. */
export const eachVal: MarkerReader = (site) => {
  const { reader, context } = site;
  const { type } = context.value;
  const isList = hasItems(reader.universe, type);
  const element = elementType(reader.universe, type);
  if (element === undefined) return wrongType(site, "lists and maps");
  const inner = inside(
    site,
    nestedContext(context, "[(vals)]", {
      scope: isList ? "list values" : "map values",
      value: presentValue(element),
      ...(isList ? { selector: [] } : {}),
    }),
  );
  const { rules, deferred, opaque, needsFunction } = inner;
  // The rules are deferred, because a later marker can declare the keys of the list.
  return together(
    { ...noValidations, opaqueValue: opaque, needsFunction },
    ...(rules.length === 0 ? [] : [later("this", () => forEachVal(reader, type, { ...noValidations, rules }))]),
    ...(deferred.length === 0 ? [] : [later("this", () => forEachVal(reader, type, runAll(deferred)))]),
  );
};

/** Reads `+k8s:eachKey=+marker`, which declares a rule for each key of a map. */
export const readEachKey: MarkerReader = (site) => {
  const { reader, context } = site;
  const key = mapKeyType(reader.universe, context.value.type);
  if (key === undefined) return wrongType(site, "maps");
  const { rules, deferred, opaque, needsFunction } = inside(
    site,
    nestedContext(context, "[(keys)]", { scope: "map keys", value: presentValue(key) }),
  );
  return together(
    { ...noValidations, opaqueKey: opaque, needsFunction },
    forEach("keys", { ...noValidations, rules }),
    ...(deferred.length === 0 ? [] : [later("this", () => forEach("keys", runAll(deferred)))]),
  );
};

function runAll(deferred: Validations["deferred"]): Validations {
  return together(...deferred.map(({ run }) => run()));
}

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

/**
 * Reads the marker after `=`. Reports the outer marker if the inner one declares no rule, unless
 * the inner one is already reported.
 */
function inside({ reader, marker }: MarkerSite, context: MarkerContext): Validations {
  if (marker.then === undefined) return noValidations;
  const before = reader.problemCount();
  const inner = reader.read(context, [marker.then]);
  const isNew = isNothing(inner) && reader.problemCount() === before;
  return isNew
    ? reportMarker(
        { reader, marker },
        "validation/no-effect",
        "the inner marker is not a validation rule for this value",
      )
    : inner;
}
