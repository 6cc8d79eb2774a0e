import type { Marker } from "../../../engine/markers/marker.js";
import { report, wrongType, type Context, type MarkerReader, type Reader } from "../context.js";
import { elementOf, keyOf, nativeKind, present } from "../native.js";
import { isNothing, later, mapRules, nothing, rule, together, type Rule, type Validations } from "../rule.js";
import { identityOf, listMetadata } from "./lists.js";
import type { Type } from "../../../engine/model/universe.js";

/** Reads `+k8s:eachVal=+marker`, a rule for each item of a list or value of a map. */
export const eachVal: MarkerReader = (reader, context, marker) => {
  const { value } = context;
  const kind = nativeKind(reader.universe, value.type);
  const element = elementOf(reader.universe, value.type);
  if (element === undefined) {
    wrongType(reader, context, marker, "lists and maps");
    return nothing;
  }
  const inner = inside(reader, marker, {
    ...around(context, "vals"),
    scope: kind === "list" ? "list values" : "map values",
    value: present(element),
    ...(kind === "list" ? { selector: [] } : {}),
  });
  if (inner === undefined) return nothing;
  // The rules are added later, because a later marker can declare the keys of the list.
  return together(
    { ...nothing, opaqueValue: inner.opaque, notes: inner.notes },
    ...(inner.rules.length === 0
      ? []
      : [later("this", () => forEachVal(reader, context.path, value.type, { ...nothing, rules: inner.rules }))]),
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
export const eachKey: MarkerReader = (reader, context, marker) => {
  const { value } = context;
  const key = keyOf(reader.universe, value.type);
  if (key === undefined) {
    wrongType(reader, context, marker, "maps");
    return nothing;
  }
  const inner = inside(reader, marker, {
    ...around(context, "keys"),
    scope: "map keys",
    value: present(key),
  });
  if (inner === undefined) return nothing;
  return together(
    { ...nothing, opaqueKey: inner.opaque, notes: inner.notes },
    forEachKey(key, { ...nothing, rules: inner.rules }),
    ...(inner.deferred.length === 0
      ? []
      : [later("this", () => forEachKey(key, together(...inner.deferred.map(({ run }) => run()))))]),
  );
};

/** Returns rules that apply the given rules to each item of a list or value of a map. */
export function forEachVal(reader: Reader, path: string, type: Type, validations: Validations): Validations {
  const { universe } = reader;
  const element = elementOf(universe, type);
  if (element === undefined) return nothing;
  const identity =
    nativeKind(universe, type) === "list" ? identityOf(listMetadata(reader, path, type), element) : undefined;
  const isList = nativeKind(universe, type) === "list";
  const wrapped = mapRules(validations, (inner): Rule => {
    const outer = isList
      ? rule({
          kind: "eachItem",
          element: present(element),
          inner: unflagged(inner),
          ...(identity === undefined ? {} : { identity }),
        })
      : rule({ kind: "eachValue", element: present(element), inner: unflagged(inner) });
    return { ...outer, shortCircuit: inner.shortCircuit, nonError: inner.nonError };
  });
  return { ...nothing, rules: wrapped.rules, deferred: wrapped.deferred, opaqueValue: validations.opaque };
}

/** Returns rules that apply the given rules to each key of a map. */
export function forEachKey(key: Type, validations: Validations): Validations {
  const wrapped = mapRules(validations, (inner) => ({
    ...rule({ kind: "eachKey", key: present(key), inner: unflagged(inner) }),
    shortCircuit: inner.shortCircuit,
    nonError: inner.nonError,
  }));
  return { ...nothing, rules: wrapped.rules, deferred: wrapped.deferred, opaqueKey: validations.opaque };
}

/**
 * Returns a rule without its flags for use inside another rule. Only the flags of the outer rule
 * have an effect.
 */
export function unflagged(inner: Rule): Rule {
  return { ...inner, shortCircuit: false, nonError: false, cohort: "" };
}

function around(context: Context, part: "vals" | "keys"): Pick<Context, "path" | "parent" | "owner" | "stability"> {
  const { path, value, owner, stability } = context;
  return {
    path: `${path}[(${part})]`,
    parent: { path, value },
    owner,
    ...(stability === undefined ? {} : { stability }),
  };
}

/** Reads the marker after `=`. If this marker has no rule, reports it and returns undefined. */
function inside(reader: Reader, marker: Marker, context: Context): Validations | undefined {
  if (marker.then === undefined) return undefined;
  const before = reader.problemCount();
  const inner = reader.read(context, [marker.then]);
  if (!isNothing(inner)) return inner;
  if (reader.problemCount() === before)
    report(reader, "validation/no-effect", marker, "the marker after it has no rule here");
  return undefined;
}
