import { remedy, removeMarker, type Remedy } from "../../engine/fix/fix.js";
import { underlying } from "../../engine/model/lookup.js";
import type { Marker, MarkerFault } from "../../engine/markers/marker.js";
import type { TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { corrected, renamed, withValue, type Correction } from "./corrected.js";
import { argumentsOf, faultOf, type Fault } from "../../engine/markers/arguments.js";
import { atPath, typeAtPath } from "./path-type.js";

const prefix = "kubebuilder:subresource:scale:";
export const statusMarker = "kubebuilder:subresource:status";
export const scaleMarker = `${prefix}*`;

/** Arguments of the scale marker, and the names of these paths in generated code. */
const paths = {
  specpath: { name: "specReplicasPath", below: ["spec"], type: /^u?int\d+$/, wanted: "an integer" },
  statuspath: { name: "statusReplicasPath", below: ["status"], type: /^u?int\d+$/, wanted: "an integer" },
  selectorpath: { name: "labelSelectorPath", below: ["spec", "status"], type: /^string$/, wanted: "a text" },
} as const;

type Argument = keyof typeof paths;
export type ScaleView = readonly {
  readonly argument: Argument;
  readonly name: string;
  readonly path: readonly string[];
}[];

export interface SubresourcesView {
  readonly status: boolean;
  readonly scale: ScaleView | null;
}

export function checkScale(marker: Marker): string | MarkerFault | undefined {
  const scale = parseScale(marker);
  return "fault" in scale ? faultOf(scale) : undefined;
}

/** Returns the subresources from the markers of a kind; undefined if it has none. */
export function subresourcesOf({ markers }: TypeDeclaration): SubresourcesView | undefined {
  const status = markers.some(({ name }) => name === statusMarker);
  const scales = scaleMarkers(markers).map(parseScale);
  const [scale] = scales.filter((one): one is ScaleView => !("fault" in one));
  return status || scale !== undefined ? { status, scale: scale ?? null } : undefined;
}

export function subresourceProblems(universe: Universe, declaration: TypeDeclaration): readonly Problem[] {
  const { id, name, markers } = declaration;
  const root = { kind: "ref", to: id } as const;
  const status = markers
    .filter((marker) => marker.name === statusMarker)
    .flatMap((marker) => {
      const found = typeAtPath(universe, root, ["status"]);
      return "fault" in found
        ? [
            problem(
              "no-status",
              marker,
              `${name} has a marker for the status subresource, but no property status`,
              remedy(removeMarker(marker, "remove the marker, or add a property status")),
            ),
          ]
        : [];
    });
  return [...status, ...scaleMarkers(markers).flatMap((marker) => scaleProblems(universe, declaration, marker))];
}

function scaleProblems(universe: Universe, { id, name }: TypeDeclaration, marker: Marker): readonly Problem[] {
  const scale = parseScale(marker);
  if ("fault" in scale) return [];
  return scale.flatMap(({ argument, path }) => {
    const found = typeAtPath(universe, { kind: "ref", to: id }, path);
    if ("fault" in found)
      return [problem("scale-path", marker, `the ${argument} of ${name}: ${found.fault}`, atPath(marker, found))];
    if (found.type === undefined) return [];
    const type = underlying(universe, found.type);
    const { wanted, type: fitting } = paths[argument];
    if (type.kind === "scalar" && fitting.test(type.name)) return [];
    return [
      problem("scale-type", marker, `the ${argument} of ${name} must lead to ${wanted}`, {
        hint: argument === "selectorpath" ? "selectors must be strings: app=web" : "use int32",
      }),
    ];
  });
}

function scaleMarkers(markers: readonly Marker[]): readonly Marker[] {
  return markers.filter(({ name }) => name.startsWith(prefix));
}

function parseScale({ name, value }: Marker): ScaleView | Fault | MarkerFault {
  const given = argumentsOf(name, value, prefix);
  if ("fault" in given) return given;
  const unknown = [...given.keys()].find((key) => !Object.hasOwn(paths, key));
  const instead = (fault: string, correction: Correction): MarkerFault =>
    corrected(fault, prefix, given, correction, true);
  if (unknown !== undefined)
    return instead(
      `has no argument ${unknown}: ${Object.keys(paths).join(", ")}`,
      renamed(unknown, Object.keys(paths)),
    );
  const missing = ["specpath", "statuspath"].find((key) => !given.has(key));
  if (missing !== undefined)
    return instead(`needs ${missing}=…`, withValue(missing, `.${missing === "specpath" ? "spec" : "status"}.replicas`));
  const result: { argument: Argument; name: string; path: readonly string[] }[] = [];
  for (const argument of Object.keys(paths) as readonly Argument[]) {
    const text = given.get(argument);
    if (text === undefined) continue;
    const { name: property, below } = paths[argument];
    const path = text.slice(1).split(".");
    const isPath = text.startsWith(".") && path.length > 1 && path.every((part) => /^[A-Za-z_$][\w$-]*$/.test(part));
    if (!isPath || !below.some((root) => root === path[0]))
      return instead(
        `${argument} must be a path below .${below.join(" or .")}: .${below[0]}.replicas`,
        withValue(argument, `.${below[0]}.replicas`),
      );
    result.push({ argument, name: property, path });
  }
  return result;
}

function problem(code: string, { position }: Marker, message: string, remedy: Remedy): Problem {
  return { code: `register/${code}`, severity: "error", message, ...remedy, position };
}
