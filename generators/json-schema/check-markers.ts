import { addMarker, remedy, removeMarker, replaceText, type Remedy } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Type, TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import type { AcceptScope } from "./accepts.js";
import { checkConstraints } from "./constraints.js";
import { keywordContradictions } from "./contradictions.js";
import { impossibleValues } from "./impossible-values.js";
import { misplacedParts } from "./misplaced-parts.js";
import { refusedDefault } from "./refused-default.js";
import { statedConstraints } from "./stated-constraint.js";
import { badPattern, patternsOf } from "../rules/crd/patterns.js";
import { openapiProblems } from "../problem-codes/openapi.js";

/** Reports markers of a type and its properties that contradict the type, or each other. */
export function checkTypedMarkers(scope: AcceptScope, type: TypeDeclaration): readonly Problem[] {
  const own: Type = { kind: "ref", to: type.id };
  const valued = type.shape.kind === "alias" ? type.shape.of : own;
  const problems = [
    ...nullableParts(type.name, type.markers, true),
    ...checkValue(scope, type.name, own, type.markers),
    ...refusedDefault(scope, type.name, valued, type.markers),
  ];
  if (type.shape.kind !== "object") return problems;
  // An inherited property is checked only in the interface that declares it.
  const declared = type.shape.fields.filter(({ from }) => from === undefined);
  return [
    ...problems,
    ...declared.flatMap((field) => {
      const subject = `${type.name}.${field.name}`;
      return [
        ...nullableParts(subject, field.markers, false),
        ...checkValue(scope, subject, field.type, field.markers),
        ...refusedDefault(scope, subject, field.type, field.markers),
      ];
    }),
  ];
}

/**
 * Returns the problems of the markers of one type or property.
 * @param subject name of the type or property in messages: `PizzaSpec.slices`
 */
function checkValue(scope: AcceptScope, subject: string, type: Type, markers: readonly Marker[]): readonly Problem[] {
  const { universe } = scope;
  return [
    ...checkRules(subject, markers),
    ...impossibleValues(scope, subject, type, markers),
    ...checkConstraints(universe, subject, type, markers),
    ...misplacedParts(universe, subject, type, markers),
    ...keywordContradictions(subject, markers),
    ...badPatterns(scope, markers),
  ];
}

/**
 * Reports nullable markers on types, list items and map values, because only a property can be
 * null.
 */
function nullableParts(subject: string, markers: readonly Marker[], isType: boolean): readonly Problem[] {
  const found = statedConstraints(markers).filter(
    // The marker `+nullable` on a type is already reported as misplaced.
    ({ keyword, value, steps, marker }) =>
      keyword === "nullable" && value === true && (steps.length > 0 || (isType && marker.name !== "nullable")),
  );
  return found.map(({ marker }) =>
    problem(
      "openapi/nullable-part",
      marker,
      `+${marker.name} of ${subject} has no effect, because only a property can be null`,
      remedy(removeMarker(marker)),
    ),
  );
}

/** Reports patterns that Go rejects, as the validation generator does. */
function badPatterns({ load }: AcceptScope, markers: readonly Marker[]): readonly Problem[] {
  return statedConstraints(markers).flatMap(({ keyword, value, marker }) =>
    keyword === "pattern" && typeof value === "string" ? (badPattern(patternsOf({ load }), value, marker) ?? []) : [],
  );
}

/**
 * Reports CEL rules whose numbers do not start at 0 or have gaps, and numbers that have other
 * markers, such as a message, but no rule.
 */
function checkRules(subject: string, markers: readonly Marker[]): readonly Problem[] {
  const rules = new Map<number, { readonly first: Marker; hasRule: boolean }>();
  for (const marker of markers) {
    const [, index, property] = /^k8s:validation:cel\[(\d+)\]:([A-Za-z]+)$/.exec(marker.name) ?? [];
    if (index === undefined) continue;
    const known = rules.get(Number(index)) ?? { first: marker, hasRule: false };
    rules.set(Number(index), { ...known, hasRule: known.hasRule || property === "rule" });
  }
  return [...rules].flatMap(([index, { first, hasRule }]): Problem[] => {
    if (!hasRule)
      return [
        problem(
          "openapi/no-rule",
          first,
          `the CEL rule cel[${index}] of ${subject} has no marker for its rule`,
          remedy({ ...addMarker(first.position, `+k8s:validation:cel[${index}]:rule="true"`), isExample: true }),
        ),
      ];
    const before = index - 1;
    if (index === 0 || rules.has(before)) return [];
    const edits = markers.flatMap(({ name, position }) =>
      name.startsWith(`k8s:validation:cel[${index}]:`)
        ? replaceText(position, `cel[${index}]`, `cel[${rules.size - 1}]`).edits
        : [],
    );
    return [
      problem(
        "openapi/rule-index",
        first,
        `the CEL rule cel[${index}] of ${subject} requires cel[${before}], which does not exist: rules are numbered from 0`,
        remedy({ text: `write cel[${rules.size - 1}]`, edits }),
      ),
    ];
  });
}

function problem(
  code: "openapi/no-rule" | "openapi/nullable-part" | "openapi/rule-index",
  { position }: Marker,
  message: string,
  remedy: Remedy,
): Problem {
  return { ...openapiProblems.is(code), message, ...remedy, position };
}
