import type { Package, TypeDeclaration, Universe } from "../model/universe.js";
import type { Problem } from "../problem.js";
import { allDefinitions } from "./all.js";
import { indexDefinitions, type Definitions } from "./definitions.js";
import type { Marker, MarkerDefinition, MarkerPlace } from "./marker.js";

/**
 * Markers that nobody knows, that stand where they mean nothing, that are repeated, or whose value is wrong.
 * @param fields the markers of fields that did not make it into the universe
 */
export function checkMarkers(
  universe: Universe,
  definitions: readonly MarkerDefinition[],
  fields: readonly (readonly Marker[])[] = [],
): Problem[] {
  const index = indexDefinitions(allDefinitions(definitions));
  if (definitions.length !== checked.definitions.length || definitions.some((definition, at) => definition !== checked.definitions[at])) {
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

/** A package never changes: under `--watch` most are those of the run before. */
let checked: { readonly definitions: readonly MarkerDefinition[]; readonly problems: WeakMap<Package, readonly Problem[]> } = { definitions: [], problems: new WeakMap() };

function checkPackage(pkg: Package, definitions: Definitions): Problem[] {
  const at = (markers: readonly Marker[], place: MarkerPlace) => checkPlace(markers, place, definitions);
  return [
    ...at(pkg.markers, "package"),
    ...mixedFalse(pkg.markers),
    ...Object.values(pkg.types).flatMap((type) => [
      ...at(type.markers, "type"),
      ...fieldsOf(type).flatMap((field) => at(field.markers, "field")),
    ]),
    ...pkg.functions.flatMap((fn) => at(fn.markers, "function")),
    ...pkg.constants.flatMap((constant) => at(constant.markers, "constant")),
  ];
}

function fieldsOf(type: TypeDeclaration) {
  return type.shape.kind === "object" ? type.shape.fields.filter((field) => field.from === undefined) : [];
}

function checkPlace(markers: readonly Marker[], place: MarkerPlace, definitions: Definitions): Problem[] {
  const seen = new Map<string, Marker>();
  return markers.flatMap((marker) => {
    const chain = links(marker);
    const problems = chain.flatMap((link, index) => checkMarker(link, place, index === 0, definitions));
    if (marker.written !== undefined) return problems;
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
      problems.push(
        problem(
          "markers/repeated",
          marker,
          `\`+${marker.name}\` may stand here once, it is on line ${first.position.line} already`,
          "leave one of them out",
        ),
      );
    }
    return problems;
  });
}

/** `=false` switches a generator off for the package, whatever else is said. */
function mixedFalse(markers: readonly Marker[]): Problem[] {
  return markers
    .filter(({ name, value }) => /^k8s:[a-z-]+-gen$/.test(name) && value === "false")
    .filter((off) => markers.some(({ name, value }) => name === off.name && value !== "false"))
    .map((off) =>
      problem("markers/mixed-false", off, `\`+${off.name}=false\` stands beside other values`, "leave out either it or the others"),
    );
}

function links(marker: Marker): Marker[] {
  return marker.then === undefined ? [marker] : [marker, ...links(marker.then)];
}

function checkMarker(marker: Marker, place: MarkerPlace, outermost: boolean, definitions: Definitions): Problem[] {
  if (marker.written !== undefined) return [unknown(marker, marker.written, `did you mean \`+${marker.name}\`?`)];
  const definition = definitions.find(marker.name);
  if (definition === undefined) {
    const longer = definitions.find(`${marker.name}:`);
    if (longer !== undefined) return [problem("markers/bad-value", marker, `\`+${marker.name}\` says nothing by itself`, `as in: ${longer.example}`)];
    return [unknown(marker, marker.name, "`codegen markers` lists them all")];
  }
  if (outermost && !definition.places.includes(place)) {
    const places = definition.places.map((known) => placeNames[known]).join(", or ");
    return [problem("markers/misplaced", marker, `\`+${marker.name}\` means nothing on a ${place}`, `it stands ${places}`)];
  }
  const wrong = marker.then === undefined ? definition.check?.(marker) : undefined;
  return wrong === undefined ? [] : [problem("markers/bad-value", marker, `\`+${marker.name}\`: ${wrong}`, `as in: ${definition.example}`)];
}

function unknown(marker: Marker, name: string, hint: string): Problem {
  return problem("markers/unknown", marker, `nobody knows the marker \`+${name}\``, hint);
}

const placeNames: { readonly [place in MarkerPlace]: string } = {
  package: "in the package comment (doc.ts)",
  type: "on a type",
  field: "on a field",
  function: "on a function",
  constant: "on a constant",
};

function problem(code: string, marker: Marker, message: string, hint: string): Problem {
  return { code, severity: "error", message, hint, position: marker.position };
}
