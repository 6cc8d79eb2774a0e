import { addMarker, remedy, removeMarker, replaceText } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import type { AcceptScope } from "./accepts.js";
import { checkConstraints } from "./constraints.js";
import { keywordContradictions } from "./contradictions.js";
import { impossibleValues } from "./impossible-values.js";
import { misplacedParts } from "./misplaced-parts.js";
import { refusedDefault } from "./refused-default.js";
import { statedConstraints } from "./stated-constraint.js";
import { badPattern, patternsOf } from "../rules/crd/patterns.js";
import { markerProblem, type MarkedValue } from "./marked-value.js";

/** Reports markers of a type and its properties that contradict the type, or each other. */
export function checkTypedMarkers(scope: AcceptScope, type: TypeDeclaration): readonly Problem[] {
  const { name, shape, markers } = type;
  // An inherited property is checked only in the interface that declares it.
  const fields = shape.kind === "object" ? shape.fields.filter(({ from }) => from === undefined) : [];
  return [
    ...checkSubject({ ...scope, name, type: { kind: "ref", to: type.id }, ...stating(markers) }, type),
    ...fields.flatMap((field) =>
      checkSubject({ ...scope, name: `${name}.${field.name}`, type: field.type, ...stating(field.markers) }),
    ),
  ];
}

function stating(markers: readonly Marker[]): Pick<MarkedValue, "markers" | "stated"> {
  return { markers, stated: statedConstraints(markers) };
}

/** @param declared the declaration of the subject; undefined if the subject is a property */
function checkSubject(subject: MarkedValue, declared?: TypeDeclaration): readonly Problem[] {
  if (subject.markers.length === 0) return [];
  const valued = declared?.shape.kind === "alias" ? { ...subject, type: declared.shape.of } : subject;
  return [
    ...nullableParts(subject, declared !== undefined),
    ...checkRules(subject),
    ...impossibleValues(subject),
    ...checkConstraints(subject),
    ...misplacedParts(subject),
    ...keywordContradictions(subject),
    ...badPatterns(subject),
    ...refusedDefault(valued),
  ];
}

/**
 * Reports nullable markers on types, list items and map values, because only a property can be
 * null.
 */
function nullableParts({ name, stated }: MarkedValue, isType: boolean): readonly Problem[] {
  const found = stated.filter(
    // The marker `+nullable` on a type is already reported as misplaced.
    ({ keyword, value, steps, marker }) =>
      keyword === "nullable" && value === true && (steps.length > 0 || (isType && marker.name !== "nullable")),
  );
  return found.map(({ marker }) => {
    const message = `+${marker.name} of ${name} has no effect, because only a property can be null`;
    return markerProblem("openapi/nullable-part", marker, message, remedy(removeMarker(marker)));
  });
}

/** Reports patterns that Go rejects, as the validation generator does. */
function badPatterns({ load, stated }: MarkedValue): readonly Problem[] {
  return stated.flatMap(({ keyword, value, marker }) =>
    keyword === "pattern" && typeof value === "string" ? (badPattern(patternsOf({ load }), value, marker) ?? []) : [],
  );
}

/**
 * Reports CEL rules whose numbers do not start at 0 or have gaps, and numbers that have other
 * markers, such as a message, but no rule.
 */
function checkRules({ name: subject, markers }: MarkedValue): readonly Problem[] {
  const rules = new Map<number, { readonly first: Marker; hasRule: boolean }>();
  for (const marker of markers) {
    const [, index, property] = /^k8s:validation:cel\[(\d+)\]:([A-Za-z]+)$/.exec(marker.name) ?? [];
    if (index === undefined) continue;
    const known = rules.get(Number(index)) ?? { first: marker, hasRule: false };
    rules.set(Number(index), { ...known, hasRule: known.hasRule || property === "rule" });
  }
  return [...rules].flatMap(([index, { first, hasRule }]): Problem[] => {
    if (!hasRule) {
      const message = `the CEL rule cel[${index}] of ${subject} has no marker for its rule`;
      const fix = addMarker(first.position, `+k8s:validation:cel[${index}]:rule="true"`);
      return [markerProblem("openapi/no-rule", first, message, remedy({ ...fix, isExample: true }))];
    }
    const before = index - 1;
    if (index === 0 || rules.has(before)) return [];
    const edits = markers.flatMap(({ name, position }) =>
      name.startsWith(`k8s:validation:cel[${index}]:`)
        ? replaceText(position, `cel[${index}]`, `cel[${rules.size - 1}]`).edits
        : [],
    );
    const message = `the CEL rule cel[${index}] of ${subject} requires cel[${before}], which does not exist: rules are numbered from 0`;
    return [
      markerProblem("openapi/rule-index", first, message, remedy({ text: `write cel[${rules.size - 1}]`, edits })),
    ];
  });
}
