import { isRecord } from "../../util/is-record.js";
import type { Generator } from "../../plan/generator.js";
import { asGenerator } from "../../plan/generator-failure.js";
import type { FolderRole, MarkerDefinition, MarkerPlace } from "../../markers/marker.js";

const places: Readonly<Record<MarkerPlace, true>> = {
  package: true,
  type: true,
  field: true,
  function: true,
  constant: true,
};

const roles: Readonly<Record<FolderRole, true>> = { hub: true, types: true, input: true, reference: true };

/**
 * Returns the first problem in the marker definitions of a custom generator; undefined if they are
 * valid.
 */
export function markersReason(markers: readonly unknown[]): string | undefined {
  for (const [index, marker] of markers.entries()) {
    const problem = isRecord(marker) ? problemOf(marker) : "is not an object";
    if (problem === undefined) continue;
    const name = isRecord(marker) && typeof marker["name"] === "string" ? ` (${marker["name"]})` : "";
    return `markers[${index}]${name} ${problem}`;
  }
  return undefined;
}

function problemOf(marker: Readonly<Record<string, unknown>>): string | undefined {
  const { name, places: stands, endings, exampleOn, namesFolder, check } = marker;
  const missing = ["name", "value", "description", "example", "owner"].find(
    (key) => typeof marker[key] !== "string" || marker[key] === "",
  );
  if (missing !== undefined) return `has no string property ${JSON.stringify(missing)}`;
  if (typeof name === "string" && !/^[A-Za-z][^\s+=()]*$/.test(name))
    return "has a name with characters that are not allowed in names of markers";
  const isPlaces =
    Array.isArray(stands) &&
    stands.length > 0 &&
    stands.every((place) => typeof place === "string" && Object.hasOwn(places, place));
  if (!isPlaces) return `needs a list "places" of ${Object.keys(places).join(", ")}`;
  for (const key of ["repeatable", "raw"])
    if (!["boolean", "undefined"].includes(typeof marker[key]))
      return `has a ${JSON.stringify(key)} whose value is neither true nor false`;
  if (endings !== undefined && !(Array.isArray(endings) && endings.every((ending) => typeof ending === "string")))
    return `has an "endings" that is not a list of strings`;
  if (
    exampleOn !== undefined &&
    !(isRecord(exampleOn) && Object.values(exampleOn).every((text) => typeof text === "string"))
  )
    return `has an "exampleOn" that is not an object of strings`;
  if (namesFolder !== undefined && !(typeof namesFolder === "string" && Object.hasOwn(roles, namesFolder)))
    return `needs "namesFolder" to be one of ${Object.keys(roles).join(", ")}`;
  return check === undefined || typeof check === "function" ? undefined : `has a "check" that is not a function`;
}

/**
 * Guarded marker definitions by generator. This map ensures that all runs of a process use the same
 * objects.
 */
const guarded = new WeakMap<Generator, readonly MarkerDefinition[]>();

/**
 * Returns the marker definitions of a custom generator. If the function `check` or `contradicts` of
 * a definition throws an error, the error is reported as a failure of the generator.
 */
export function guardedMarkers(generator: Generator): readonly MarkerDefinition[] {
  const known = guarded.get(generator) ?? generator.markers.map((definition) => guard(generator, definition));
  guarded.set(generator, known);
  return known;
}

function guard(generator: Generator, definition: MarkerDefinition): MarkerDefinition {
  const { check, contradicts } = definition;
  return {
    ...definition,
    ...(check && { check: (marker) => asGenerator(generator, () => checkedProblem(definition, check(marker))) }),
    ...(contradicts && {
      contradicts: (marker, other) => asGenerator(generator, () => contradicts(marker, other)),
    }),
  };
}

/**
 * Returns the result of a marker's check.
 * @throws Error if the result has a wrong type
 */
function checkedProblem<T>({ name }: MarkerDefinition, problem: T): T {
  if (
    problem !== undefined &&
    typeof problem !== "string" &&
    !(isRecord(problem) && typeof problem["fault"] === "string" && typeof problem["instead"] === "string")
  ) {
    throw new Error(
      `the check of +${name} returned ${problem === null ? "null" : typeof problem} instead of undefined, a string or { fault, instead }`,
    );
  }
  return problem;
}
