import { remedy, removeMarker, type Remedy } from "../../engine/base/fix.js";
import { underlying } from "../../engine/model/lookup.js";
import type { Occurrence } from "../../engine/markers/define-marker.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { scaleSubresource, statusSubresource } from "../markers/register.js";
import { scalePaths, type ScaleView } from "../markers/parse/scale.js";
import { atPath, typeAtPath } from "./path-type.js";
import { registerProblems } from "../problem-codes/register.js";

export interface SubresourcesView {
  readonly status: boolean;
  readonly scale: ScaleView | null;
}

/** Returns the subresources that the markers of a kind declare; undefined if they declare none. */
export function subresourcesOf(kind: TypeDeclaration): SubresourcesView | undefined {
  const status = statusSubresource.has(kind);
  const scale = scaleSubresource.read(kind);
  return status || scale !== undefined ? { status, scale: scale ?? null } : undefined;
}

export function subresourceProblems(universe: Universe, declaration: TypeDeclaration): readonly Problem[] {
  const { id, name } = declaration;
  const root = { kind: "ref", to: id } as const;
  const status = statusSubresource.findAll(declaration).flatMap((marker) => {
    const found = typeAtPath(universe, root, ["status"]);
    return "fault" in found
      ? [
          problem(
            "register/no-status",
            marker,
            `${name} has a marker for the status subresource, but no property status`,
            remedy(removeMarker(marker, "remove the marker, or add a property status")),
          ),
        ]
      : [];
  });
  return [
    ...status,
    ...scaleSubresource.readAll(declaration).flatMap((scale) => scaleProblems(universe, declaration, scale)),
  ];
}

function scaleProblems(
  universe: Universe,
  { id, name }: TypeDeclaration,
  { marker, value }: Occurrence<ScaleView>,
): readonly Problem[] {
  return value.flatMap(({ argument, path }) => {
    const found = typeAtPath(universe, { kind: "ref", to: id }, path);
    if ("fault" in found)
      return [
        problem("register/scale-path", marker, `the ${argument} of ${name}: ${found.fault}`, atPath(marker, found)),
      ];
    if (found.type === undefined) return [];
    const type = underlying(universe, found.type);
    const { wanted, type: fitting } = scalePaths[argument];
    if (type.kind === "scalar" && fitting.test(type.name)) return [];
    return [
      problem("register/scale-type", marker, `the ${argument} of ${name} must lead to ${wanted}`, {
        hint:
          argument === "selectorpath"
            ? "use a property of the type string, which contains a selector such as app=web"
            : "use a property of the type int32",
      }),
    ];
  });
}

function problem(
  code: "register/no-status" | "register/scale-path" | "register/scale-type",
  { position }: Marker,
  message: string,
  remedy: Remedy,
): Problem {
  return { ...registerProblems.is(code), message, ...remedy, position };
}
