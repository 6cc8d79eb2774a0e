import type { Marker } from "../../../engine/markers/marker.js";
import { reportMarker, wrongType, type MarkerContext, type MarkerReader, type Reader } from "../context.js";
import { elementType, mapKeyType, nativeKind, presentValue } from "../native.js";
import {
  isNothing,
  later,
  mapRules,
  noValidations,
  alwaysRun,
  together,
  type CheckRule,
  type Validations,
} from "../rule.js";
import { identityOf, readListMetadata } from "./lists.js";
import type { Type } from "../../../engine/model/universe.js";

/** Reads `+k8s:eachVal=+marker`, a rule for each item of a list or value of a map. */
export const eachVal: MarkerReader = (reader, context, marker) => {
  const { value } = context;
  const kind = nativeKind(reader.universe, value.type);
  const element = elementType(reader.universe, value.type);
  if (element === undefined) {
    wrongType(reader, context, marker, "lists and maps");
    return noValidations;
  }
  const inner = inside(reader, marker, {
    ...around(context, "vals"),
    scope: kind === "list" ? "list values" : "map values",
    value: presentValue(element),
    ...(kind === "list" ? { selector: [] } : {}),
  });
  if (inner === undefined) return noValidations;
  // The rules are added later, because a later marker can declare the keys of the list.
  return together(
    { ...noValidations, opaqueValue: inner.opaque, notes: inner.notes },
    ...(inner.rules.length === 0
      ? []
      : [later("this", () => forEachVal(reader, context.path, value.type, { ...noValidations, rules: inner.rules }))]),
    ...(inner.deferred.length === 0
      ? []
      : [
          later("this", () =>
            forEachVal(reader, context.path, value.type, together(...inner.deferred.map(({ run }) => run()))),
          ),
        ]),
  );
};

/** Reads `+k8s:eachKey=+marker`, a rule for each key of a map. */
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
    { ...noValidations, opaqueKey: inner.opaque, notes: inner.notes },
    forEachKey(key, { ...noValidations, rules: inner.rules }),
    ...(inner.deferred.length === 0
      ? []
      : [later("this", () => forEachKey(key, together(...inner.deferred.map(({ run }) => run()))))]),
  );
};

/** Returns rules that apply the given rules to each item of a list or value of a map. */
export function forEachVal(reader: Reader, path: string, type: Type, validations: Validations): Validations {
  const { universe } = reader;
  const element = elementType(universe, type);
  if (element === undefined) return noValidations;
  const identity =
    nativeKind(universe, type) === "list" ? identityOf(readListMetadata(reader, path, type), element) : undefined;
  const isList = nativeKind(universe, type) === "list";
  const wrapped = mapRules(validations, (inner): CheckRule => {
    const outer = isList
      ? alwaysRun({
          kind: "eachItem",
          element: presentValue(element),
          inner: unflagged(inner),
          ...(identity === undefined ? {} : { identity }),
        })
      : alwaysRun({ kind: "eachValue", element: presentValue(element), inner: unflagged(inner) });
    return { ...outer, shortCircuit: inner.shortCircuit, nonError: inner.nonError };
  });
  return { ...noValidations, rules: wrapped.rules, deferred: wrapped.deferred, opaqueValue: validations.opaque };
}

/** Returns rules that apply the given rules to each key of a map. */
export function forEachKey(key: Type, validations: Validations): Validations {
  const wrapped = mapRules(validations, (inner) => ({
    ...alwaysRun({ kind: "eachKey", key: presentValue(key), inner: unflagged(inner) }),
    shortCircuit: inner.shortCircuit,
    nonError: inner.nonError,
  }));
  return { ...noValidations, rules: wrapped.rules, deferred: wrapped.deferred, opaqueKey: validations.opaque };
}

/**
 * Returns a rule without its flags for use inside another rule. Only the flags of the outer rule
 * have an effect.
 */
export function unflagged(inner: CheckRule): CheckRule {
  return { ...inner, shortCircuit: false, nonError: false, cohort: "" };
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

/** Reads the marker after `=`. If this marker has no rule, reports it and returns undefined. */
function inside(reader: Reader, marker: Marker, context: MarkerContext): Validations | undefined {
  if (marker.then === undefined) return undefined;
  const before = reader.problemCount();
  const inner = reader.read(context, [marker.then]);
  if (!isNothing(inner)) return inner;
  if (reader.problemCount() === before)
    reportMarker(reader, "validation/no-effect", marker, "the marker after it has no rule here");
  return undefined;
}
