import { remedy, removeMarker } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { scaleSubresource, statusSubresource } from "../markers/register.js";
import { scalePaths, type ScaleView } from "../markers/parse/scale.js";
import { pathProblems, typeAtPath } from "./path-type.js";
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

export function subresourceProblems(universe: Universe, kind: TypeDeclaration): readonly Problem[] {
  return [
    ...("fault" in typeAtPath(universe, { kind: "ref", to: kind.id }, ["status"])
      ? statusSubresource.findAll(kind).map((marker) => noStatus(kind, marker))
      : []),
    ...scaleSubresource.readAll(kind).flatMap(({ marker, value }) =>
      value.flatMap(({ argument, path }) => {
        const { wanted, type: fitting } = scalePaths[argument];
        return pathProblems(universe, kind, {
          marker,
          purpose: "scale",
          subject: `the ${argument} of ${kind.name}`,
          path,
          fits: (type) => type.kind === "scalar" && fitting.test(type.name),
          misfit: `must lead to ${wanted}`,
          remedy: {
            hint:
              argument === "selectorpath"
                ? "use a property of the type string, which contains a selector such as app=web"
                : "use a property of the type int32",
          },
        });
      }),
    ),
  ];
}

function noStatus({ name }: TypeDeclaration, marker: Marker): Problem {
  return {
    ...registerProblems.is("register/no-status"),
    message: `${name} has a marker for the status subresource, but no property status`,
    ...remedy(removeMarker(marker, "remove the marker, or add a property status")),
    position: marker.position,
  };
}
