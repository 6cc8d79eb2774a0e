import { addMarker, remedy, replaceMarker, replaceText, type Remedy } from "../../engine/fix/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { checkConstraints } from "./constraints.js";
import { contradictions } from "./contradictions.js";
import { misplacedParts } from "./misplaced-parts.js";
import { validationsOf } from "./validations.js";

const bounds = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

/** Reports markers of a type and its properties that contradict the type or each other. */
export function checkMarkers(universe: Universe, type: TypeDeclaration): readonly Problem[] {
  const own = [
    ...checkRules(type.name, type.markers),
    ...checkBounds(type.name, type.markers),
    ...checkPattern(type.name, type.markers),
    ...checkConstraints(universe, type.name, { kind: "ref", to: type.id }, type.markers),
    ...misplacedParts(universe, type.name, { kind: "ref", to: type.id }, type.markers),
    ...contradictions(type.name, type.markers),
  ];
  if (type.shape.kind !== "object") return own;
  // An inherited property is checked only in the interface that declares it.
  const declared = type.shape.fields.filter(({ from }) => from === undefined);
  return [
    ...own,
    ...declared.flatMap((field) => [
      ...checkRules(`${type.name}.${field.name}`, field.markers),
      ...checkBounds(`${type.name}.${field.name}`, field.markers),
      ...checkPattern(`${type.name}.${field.name}`, field.markers),
      ...checkConstraints(universe, `${type.name}.${field.name}`, field.type, field.markers),
      ...misplacedParts(universe, `${type.name}.${field.name}`, field.type, field.markers),
      ...contradictions(`${type.name}.${field.name}`, field.markers),
    ]),
  ];
}

/**
 * Reports CEL rules whose numbers do not start at 0 or have gaps, and messages without a rule of
 * the same number.
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
          "no-rule",
          first,
          `cel[${index}] of ${subject} has no rule`,
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
        "rule-index",
        first,
        `cel[${index}] of ${subject} has no cel[${before}] before it: rules are counted from 0`,
        remedy({ text: `write cel[${rules.size - 1}]`, edits }),
      ),
    ];
  });
}

function checkBounds(subject: string, markers: readonly Marker[]): readonly Problem[] {
  const validations = validationsOf(markers);
  if (validations.length === 0) return [];
  const values = new Map(validations.map((entry) => [entry.key, entry.kind === "json" ? entry.value : undefined]));
  return bounds.flatMap(([low, high]) => {
    const [min, max] = [values.get(low), values.get(high)];
    if (typeof min !== "number" || typeof max !== "number" || min <= max) return [];
    const ending = (word: string): Marker | undefined =>
      markers.find(({ name }) => name.toLowerCase().endsWith(word.toLowerCase()));
    const [lower, upper] = [ending(low), ending(high)];
    if (lower === undefined || upper === undefined) return [];
    const edits = [
      ...replaceMarker(lower, `+${lower.name}=${max}`).edits,
      ...replaceMarker(upper, `+${upper.name}=${min}`).edits,
    ];
    return [
      problem(
        "empty-range",
        lower,
        `no value is valid for ${subject}: its ${low} ${min} is more than its ${high} ${max}`,
        remedy({ text: "swap the two numbers", edits }),
      ),
    ];
  });
}

/**
 * Reports patterns that are not valid regular expressions in JavaScript. The problem is only a
 * warning, because the pattern may be valid in Go.
 */
function checkPattern(subject: string, markers: readonly Marker[]): readonly Problem[] {
  const pattern = validationsOf(markers).find(({ key }) => key === "pattern");
  // The generator of validation checks the patterns of controller-gen's markers.
  const marker = markers.find(({ name }) => /(^|:)pattern$/.test(name));
  if (marker === undefined || pattern?.kind !== "json" || typeof pattern.value !== "string") return [];
  const fault = faultOfPattern(pattern.value);
  if (fault === undefined) return [];
  return [
    {
      ...problem("bad-pattern", marker, `the pattern of ${subject} is not a regular expression: ${fault}`, {
        hint: "correct the pattern",
      }),
      severity: "warning",
    },
  ];
}

function faultOfPattern(text: string): string | undefined {
  try {
    new RegExp(
      text
        .replace(/\(\?[imsU-]+([:)])/g, (_found, end: string) => (end === ":" ? "(?:" : ""))
        .replaceAll("(?P<", "(?<"),
    );
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.slice(error.message.lastIndexOf(": ") + 2) : String(error);
  }
}

function problem(code: string, { position }: Marker, message: string, remedy: Remedy): Problem {
  return { code: `openapi/${code}`, severity: "error", message, ...remedy, position };
}
