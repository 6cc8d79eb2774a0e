import type { Field, LiteralMember, Package, TypeDeclaration, Universe } from "./universe.js";
import { remedy, remedyAs, removeMarker, replaceMarker, replaceText, type Remedy } from "../base/fix.js";
import type { Problem } from "../base/problem.js";
import { indexDefinitions, type MarkerDefinitions } from "../markers/definitions.js";
import { aboutMarker } from "../markers/print-marker.js";
import type { Marker, MarkerDefinition, MarkerFault, MarkerPlace } from "../markers/marker.js";
import { markersProblems } from "../markers/problem-codes.js";
import type { CodeOf } from "../base/define-problems.js";

/**
 * Reports unknown, misplaced and repeated markers, markers with an invalid value, and markers that
 * contradict each other.
 *
 * @param fields markers of fields that are not in the universe
 */
export function checkPackageMarkers(
  universe: Universe,
  definitions: readonly MarkerDefinition[],
  fields: readonly (readonly Marker[])[] = [],
): Problem[] {
  const index = indexDefinitions(definitions);
  if (
    definitions.length !== checked.definitions.length ||
    definitions.some((definition, at) => definition !== checked.definitions[at])
  ) {
    checked = { definitions, problems: new WeakMap() };
  }
  const known = checked.problems;
  const check = (pkg: Package): readonly Problem[] => {
    const problems = known.get(pkg) ?? checkPackage(pkg, index);
    known.set(pkg, problems);
    return problems;
  };
  return [
    ...Object.values(universe.packages).flatMap((pkg) => (pkg.kind === "folder" ? check(pkg) : [])),
    ...fields.flatMap((markers) => checkPlace(markers, "field", index)),
  ];
}

/**
 * Problems by package, for the definitions of the last call. Later runs of `--watch` reuse them,
 * because a package object never changes.
 */
let checked: {
  readonly definitions: readonly MarkerDefinition[];
  readonly problems: WeakMap<Package, readonly Problem[]>;
} = { definitions: [], problems: new WeakMap() };

function checkPackage(pkg: Package, definitions: MarkerDefinitions): Problem[] {
  const at = (markers: readonly Marker[], place: MarkerPlace) => checkPlace(markers, place, definitions);
  return [
    ...at(pkg.markers, "package"),
    ...mixedFalse(pkg.markers),
    ...Object.values(pkg.types).flatMap((type) => [
      ...at(type.markers, "type"),
      ...ownFields(type).flatMap((field) => at(field.markers, "field")),
      ...literalMembersOf(type).flatMap((member) => at(member.markers, "constant")),
    ]),
    ...pkg.functions.flatMap((fn) => at(fn.markers, "function")),
    ...pkg.constants.flatMap((constant) => at(constant.markers, "constant")),
  ];
}

/** Returns the fields of a type without inherited fields. */
export function ownFields(type: TypeDeclaration): readonly Field[] {
  return type.shape.kind === "object" ? type.shape.fields.filter((field) => field.from === undefined) : [];
}

/** Returns those members of a union of literals that have markers. */
export function literalMembersOf({ shape }: TypeDeclaration): readonly LiteralMember[] {
  return shape.kind === "alias" && shape.of.kind === "literals" ? (shape.of.members ?? []) : [];
}

function checkPlace(markers: readonly Marker[], place: MarkerPlace, definitions: MarkerDefinitions): Problem[] {
  const seen = new Map<string, Marker>();
  const problems = markers.flatMap((marker) => {
    const chain = links(marker);
    const found = chain.flatMap((link, index) => checkMarker(link, place, index === 0, definitions) ?? []);
    if (marker.written !== undefined) return found;
    const definition = definitions.find(marker.name);
    const first = seen.get(marker.name);
    seen.set(marker.name, first ?? marker);
    if (
      first !== undefined &&
      definition !== undefined &&
      definition.repeatable !== true &&
      marker.then === undefined &&
      marker.args === undefined
    ) {
      const { line } = first.position;
      const message = `\`+${marker.name}\` can occur only once here, but is also on line ${line}`;
      const other = removeMarker(first, `remove the one on line ${line}`);
      found.push(
        problem("markers/repeated", marker, message, remedy(removeMarker(marker, "remove this marker"), other)),
      );
    }
    return found;
  });
  return [...problems, ...contradictions(markers, definitions)];
}

/** Reports pairs of markers in one comment that contradict each other. */
function contradictions(markers: readonly Marker[], definitions: MarkerDefinitions): Problem[] {
  return markers.flatMap((marker) => {
    const contradicts = definitions.find(marker.name)?.contradicts;
    if (contradicts === undefined) return [];
    return markers.flatMap((other) => {
      const reason = contradicts(marker, other);
      return reason === undefined ? [] : contradiction(marker, other, reason);
    });
  });
}

function contradiction(one: Marker, other: Marker, reason: string): Problem {
  const [first, second] = one.position.line > other.position.line ? [one, other] : [other, one];
  const [text, otherText] = [textOf(first), textOf(second)];
  const message = `\`${text}\` contradicts \`${otherText}\` on line ${second.position.line}: ${reason}`;
  const advice = remedy(removeMarker(first, `remove ${text}`), removeMarker(second, `remove ${otherText}`));
  return problem("markers/contradiction", first, message, advice);
}

function textOf({ name, value }: Marker): string {
  return value === undefined ? `+${name}` : `+${name}=${value}`;
}

/**
 * Reports a marker that occurs both with the value `false` and with another value. The value
 * `false` disables the generator for the whole package.
 */
function mixedFalse(markers: readonly Marker[]): Problem[] {
  return markers
    .filter(({ name, value }) => /^k8s:[a-z-]+-gen$/.test(name) && value === "false")
    .filter((off) => markers.some(({ name, value }) => name === off.name && value !== "false"))
    .map((off) => {
      const message = `\`+${off.name}=false\` contradicts the other values of the marker`;
      return problem("markers/mixed-false", off, message, withoutOneOf(markers, off));
    });
}

function withoutOneOf(markers: readonly Marker[], off: Marker): Remedy {
  const others = markers.filter(({ name, value }) => name === off.name && value !== "false");
  const edits = others.flatMap((other) => removeMarker(other).edits);
  return remedy(removeMarker(off, "remove the marker"), {
    text: `remove +${off.name}=${others.map(({ value }) => value ?? "").join(", ")}`,
    edits,
  });
}

function links(marker: Marker): Marker[] {
  return marker.then === undefined ? [marker] : [marker, ...links(marker.then)];
}

function checkMarker(
  marker: Marker,
  place: MarkerPlace,
  outermost: boolean,
  definitions: MarkerDefinitions,
): Problem | undefined {
  const { name, written, position } = marker;
  if (written !== undefined) {
    const fix = replaceText(position, `+${written}`, `+${name}`, `did you mean \`+${name}\`?`);
    return problem("markers/unknown", marker, `unknown marker \`+${written}\``, remedy(fix));
  }
  const definition = definitions.find(name);
  if (definition === undefined) {
    const longer = definitions.find(`${name}:`);
    const incomplete = `\`+${name}\` is incomplete: \`:\` and the rest of the name must follow`;
    if (longer !== undefined) return problem("markers/bad-value", marker, incomplete, example(marker, longer.example));
    const fix = removeMarker(marker, "remove the marker; `codegen markers` lists all markers");
    return problem("markers/unknown", marker, `unknown marker \`+${name}\``, remedy(fix));
  }
  if (outermost && !definition.places.includes(place)) {
    const places = definition.places.map((known) => placeNames[known]).join(", or ");
    const fix = removeMarker(marker, `remove the marker here: it is valid only ${places}`);
    return problem("markers/misplaced", marker, `\`+${name}\` has no effect on a ${place}`, remedy(fix));
  }
  const wrong = definition.check?.(marker) ?? (definition.holdsValues === true ? numberProblem(marker) : undefined);
  if (wrong === undefined) return undefined;
  const { fault, instead, isExample } =
    typeof wrong === "string"
      ? { fault: wrong, instead: definition.exampleOn?.[place] ?? definition.example, isExample: true }
      : wrong;
  const message = aboutMarker(`+${definition.name.replace(/:\*$/, "")}`, fault);
  const advice = isExample === true ? example(marker, instead) : remedy(replaceMarker(marker, instead));
  return problem("markers/bad-value", marker, message, advice);
}

/**
 * Returns the problem of a value with a number that JavaScript cannot represent exactly; undefined
 * if all numbers are exact.
 */
function numberProblem({ name, value = "" }: Marker): MarkerFault | undefined {
  const number = inexactNumber(value);
  if (number === undefined) return undefined;
  const { MIN_SAFE_INTEGER: least, MAX_SAFE_INTEGER: greatest } = Number;
  return {
    fault: `JavaScript cannot represent the number ${number}: only integers from ${least} to ${greatest} are supported; write the number as a string`,
    instead: `+${name}=${value.replace(number, `"${number}"`)}`,
    isExample: true,
  };
}

/** Matches a quoted string or an integer. The first group contains the integer. */
const numberTokens = /"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|(?<![\w.+-])([-+]?\d+)(?![\w.])/g;

/**
 * Returns the first integer in a marker's value that JavaScript cannot represent exactly; undefined
 * if all are exact. Numbers in quotes are strings.
 */
function inexactNumber(value: string): string | undefined {
  for (const [, integer] of value.matchAll(numberTokens))
    if (integer !== undefined && !Number.isSafeInteger(Number(integer))) return integer;
  return undefined;
}

/**
 * Returns advice that shows the example of the marker's definition. The fix inserts the first line
 * of the example.
 */
function example(marker: Marker, text: string): Remedy {
  return remedyAs(`for example: ${text}`, {
    ...replaceMarker(marker, text.split("\n", 1)[0] ?? text),
    isExample: true,
  });
}

const placeNames: { readonly [place in MarkerPlace]: string } = {
  package: "in the package comment (doc.ts)",
  type: "on a type",
  field: "on a field",
  function: "on a function",
  constant: "on a constant",
};

function problem(
  code: Exclude<CodeOf<typeof markersProblems>, "markers/near-miss">,
  marker: Marker,
  message: string,
  remedy: Remedy,
): Problem {
  return { ...markersProblems.is(code), message, ...remedy, position: marker.position };
}
