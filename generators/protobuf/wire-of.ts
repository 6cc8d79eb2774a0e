import {
  addMarker,
  addPackageMarker,
  exportIt,
  remedy,
  remedyAs,
  removeMarker,
  type Remedy,
} from "../../engine/base/fix.js";
import { groupVersionOf } from "../../engine/model/group-version.js";
import { packageById, typeById } from "../../engine/model/lookup.js";
import type { PackageId, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { typeString } from "../../engine/print/type.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import { runtimePackage } from "../../engine/base/runtime-package.js";
import { protobufField } from "../markers/protobuf.js";
import type { PackageMessages } from "../messages/package-messages.js";
import {
  runtimeStrings,
  runtimeWithoutProtobuf,
  scalarWires,
  specialMessages,
  type ProtoWire,
  type WireField,
} from "./wire.js";
import { protobufProblems } from "../problem-codes/protobuf.js";

/** Data for the lookup of the protobuf types of TypeScript types. */
export interface WireScope {
  readonly universe: Universe;
  readonly all: ReadonlyMap<PackageId, PackageMessages>;
  readonly problems: Problem[];
}

const runtimeProto = { package: "k8s.io.apimachinery.pkg.apis.meta.v1", file: "meta.k8s.io/v1/generated.proto" };

/**
 * Returns the protobuf type of a property's type. Reports a type that protobuf cannot express, and
 * returns undefined.
 * @param subject name of the property in messages
 */
export function wireFieldOf(scope: WireScope, subject: string, type: Type, position: Position): WireField | undefined {
  const resolved = unaliased(scope, type, new Set());
  const wireAt = (inner: Type): ProtoWire | undefined => wireOf(scope, subject, inner, position);
  const labelled = (label: WireField["label"], wire: ProtoWire | undefined) =>
    wire === undefined ? undefined : { label, wire };
  if (resolved.kind === "list") return labelled("repeated", wireAt(resolved.element));
  if (resolved.kind === "map") return labelled("map", wireAt(resolved.value));
  return labelled("singular", wireAt(resolved));
}

/** Resolves aliases, except those that are messages. */
function unaliased(scope: WireScope, type: Type, seen: Set<string>): Type {
  if (type.kind !== "ref" || seen.has(type.to)) return type;
  seen.add(type.to);
  const declaration = typeById(scope.universe, type.to);
  if (declaration?.shape.kind !== "alias" || isMessage(scope, declaration)) return type;
  return unaliased(scope, declaration.shape.of, seen);
}

function isMessage({ all }: WireScope, type: TypeDeclaration): boolean {
  return all.get(type.package)?.messages.has(type.id) === true;
}

function wireOf(scope: WireScope, subject: string, type: Type, position: Position): ProtoWire | undefined {
  const resolved = unaliased(scope, type, new Set());
  switch (resolved.kind) {
    case "scalar": {
      const proto = scalarWires[resolved.name];
      if (proto !== undefined) return { kind: "scalar", proto };
      const special = specialMessages[resolved.name];
      return special === undefined ? undefined : { kind: "message", ...special };
    }
    case "literals":
      return { kind: "scalar", proto: literalScalar(resolved.values) };
    case "list":
    case "map":
      scope.problems.push(nested(subject, resolved.kind, position));
      return undefined;
    case "tuple":
      scope.problems.push({
        ...protobufProblems.is("protobuf/tuple"),
        message: `${subject} is a tuple, but protobuf has no tuples`,
        ...remedyAs(
          "declare an interface with a property for each element, or exclude the property: +protobuf=false",
          addMarker(position, "+protobuf=false"),
        ),
        position,
      });
      return undefined;
    case "embedded":
      return messageWire(scope, resolved.of, position);
    case "ref":
      return messageWire(scope, resolved.to, position);
  }
}

function literalScalar(values: readonly (string | number | boolean)[]): "string" | "bool" | "int64" | "double" {
  const [first] = values;
  if (typeof first === "string") return "string";
  if (typeof first === "boolean") return "bool";
  return values.every((value) => Number.isInteger(value)) ? "int64" : "double";
}

function messageWire(scope: WireScope, id: string, position: Position): ProtoWire | undefined {
  const type = typeById(scope.universe, id);
  if (type === undefined) return undefined;
  const pkg = packageById(scope.universe, type.package);
  if (pkg?.kind === "module" && pkg.id === runtimePackage) {
    if (runtimeStrings.has(type.name)) return { kind: "scalar", proto: "string" };
    if (!runtimeWithoutProtobuf.has(type.name) && pkg.constants.some(({ name }) => name === names.schema(type.name)))
      return { kind: "message", proto: `.${runtimeProto.package}.${type.name}`, file: runtimeProto.file };
  }
  const own = scope.all.get(type.package);
  if (own !== undefined && isMessage(scope, type))
    return { kind: "message", proto: `.${own.protoPackage}.${type.name}`, file: own.importPath };
  scope.problems.push(noMessage(scope, type, position));
  return undefined;
}

function nested(subject: string, kind: "list" | "map", position: Position): Problem {
  return {
    ...protobufProblems.is("protobuf/nested-list"),
    message: `${subject} contains a ${kind} inside a list or map, but protobuf does not support this`,
    ...remedyAs(
      `declare the inner ${kind} as a type with +protobuf.nullable=true, so that it becomes a message\nor exclude the property: +protobuf=false`,
      addMarker(position, "+protobuf=false"),
    ),
    position,
  };
}

function noMessage(scope: WireScope, type: TypeDeclaration, position: Position): Problem {
  const text = typeString(scope.universe, type);
  const [reason, advice] = adviceFor(scope, type);
  return {
    ...protobufProblems.is("protobuf/no-message"),
    message: `${text} has no protobuf message: ${reason}`,
    ...advice,
    position,
  };
}

function adviceFor({ universe, all }: WireScope, type: TypeDeclaration): readonly [string, Remedy] {
  const pkg = packageById(universe, type.package);
  if (pkg?.kind === "module")
    return [
      `the type is from the package ${type.package}`,
      { hint: "exclude the property with +protobuf=false, or declare the type in this project" },
    ];
  if (!type.exported) return ["the type is not exported", remedy(exportIt(type.position, "export the type"))];
  const out = protobufField.find(type);
  if (out !== undefined && protobufField.read(type) === false)
    return ["the type opts out with +protobuf=false", remedy(removeMarker(out))];
  if (all.has(type.package)) return ["the type is generic", { hint: "declare an interface without type parameters" }];
  if (pkg === undefined || groupVersionOf(universe, pkg) === undefined)
    return [
      `${type.package} is not a version of an API group`,
      { hint: "move the type to the folder of a version, or exclude the property: +protobuf=false" },
    ];
  return [
    `${type.package} has no +k8s:protobuf-gen=package`,
    remedy(addPackageMarker(type.package, "+k8s:protobuf-gen=package")),
  ];
}
