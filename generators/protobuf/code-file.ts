import type { FilePlan, PlanInput } from "../../engine/generator.js";
import { groupVersionOfKind, apiVersionOf } from "../../engine/model/group-version.js";
import type { TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/print/symbol.js";
import { printDeclaration } from "../../engine/print/type.js";
import { propertyKey } from "../../engine/render.js";
import { runtimeType } from "../register/runtime-type.js";
import { marshalStatements } from "./marshal.js";
import type { Message } from "./message.js";
import { code, functionNames, numberedFields } from "./numbered-field.js";
import type { PackageMessages } from "./package-messages.js";
import { unmarshalCases } from "./unmarshal.js";
import type { Wire } from "./wire.js";
import { wireFieldOf, wireFunctions, type WireScope } from "./wire-of.js";
import { zeroOfField } from "./zero.js";

/** Plans the zz_generated.protobuf.ts of a package. */
export function planCode(input: PlanInput, scope: WireScope, own: PackageMessages): FilePlan {
  const messages = [...own.messages.values()].toSorted((a, b) => (a.type.name < b.type.name ? -1 : 1));
  const functions = messages.map((message) => functionView(scope, own, message));
  const kinds = messages.filter(({ type }) => isKind(type));
  return {
    package: own.pkg.id,
    path: input.path(own.pkg.id, "protobuf"),
    template: "protobuf",
    view: {
      protobuf: wireFunctions,
      Scheme: runtimeType("Scheme"),
      functions,
      groupVersion: own.groupVersion,
      kinds: kinds.map((kind) => ({ name: propertyKey(kind.type.name), ...functionNames(kind) })),
    },
    exports: ["RegisterProtobuf", ...messages.flatMap((message) => Object.values(functionNames(message)))],
  };
}

function isKind({ shape, expression }: TypeDeclaration): boolean {
  return shape.kind === "object" && shape.typeMeta !== undefined && expression === undefined;
}

function functionView(scope: WireScope, own: PackageMessages, message: Message) {
  const { universe } = scope;
  const { type } = message;
  const fields = numberedFields(scope, own, message);
  const printed = printDeclaration(universe, type);
  const required = requiredOf(scope, type);
  const statements = marshalStatements(fields);
  const isUnion = type.shape.kind === "union";
  return {
    ...functionNames(message),
    typeName: type.name,
    type: printed,
    parameter: parameterOf(type, printed),
    discriminator: type.shape.kind === "union" ? type.shape.discriminator : undefined,
    statements: isUnion ? [] : statements,
    members: isUnion ? statements : [],
    fieldsName: `fieldsOf_${type.name}`,
    declare: isUnion ? "let output" : type.shape.kind === "alias" ? code("const output: ", printed) : "const output",
    blank: blankOf(universe, type, required),
    cases: unmarshalCases(universe, fields),
    required: required.flatMap(requiredMessage),
    fields: fields
      .toSorted((a, b) => a.number - b.number)
      .map(({ field, number }) => ({ number, name: JSON.stringify(field.name) })),
  };
}

/**
 * Returns the type of the value to write: properties can be absent, and a kind needs no TypeMeta.
 */
function parameterOf({ shape }: TypeDeclaration, printed: Printable): Printable {
  if (shape.kind !== "object") return printed;
  const name = shape.typeMeta === undefined ? ".Part<" : ".PartOfKind<";
  return code(wireFunctions, name, printed, ">");
}

/** Returns the code of a new value without fields. Required messages are added at the end. */
function blankOf(universe: Universe, type: TypeDeclaration, required: readonly RequiredProperty[]): Printable {
  const { shape } = type;
  const printed = printDeclaration(universe, type);
  if (shape.kind === "alias") return shape.of.kind === "list" ? "[]" : "{}";
  const blank = (properties: readonly string[]): Printable =>
    code(wireFunctions, ".blank<", printed, `>({ ${properties.join(", ")} })`);
  if (shape.kind === "union") return blank([`${propertyKey(shape.discriminator)}: ""`]);
  if (shape.kind !== "object") return "{}";
  const zeros = required.map(({ name, zero }) => `${propertyKey(name)}: ${zero ?? "undefined"}`);
  const meta = shape.typeMeta;
  if (meta === undefined) return blank(zeros);
  const version = groupVersionOfKind(universe, type);
  const apiVersion = version === undefined ? "" : apiVersionOf(version);
  const kind = version === undefined ? "" : (meta.kind ?? type.name);
  return blank([`kind: ${JSON.stringify(kind)}`, `apiVersion: ${JSON.stringify(apiVersion)}`, ...zeros]);
}

/** A property that every value has, with the code of its zero; undefined for a message. */
interface RequiredProperty {
  readonly name: string;
  readonly zero: string | undefined;
  readonly wire: Wire | undefined;
}

/**
 * Returns the required properties of an interface, also those of bases and those without protobuf.
 * Problems of their types are reported elsewhere.
 */
function requiredOf(
  scope: WireScope,
  { name: typeName, shape, position }: TypeDeclaration,
): readonly RequiredProperty[] {
  if (shape.kind !== "object") return [];
  const muted = { ...scope, problems: [] };
  return shape.fields
    .filter(({ optional }) => !optional)
    .map(({ name, type }) => {
      const form = wireFieldOf(muted, `${typeName}.${name}`, type, position);
      if (form === undefined) return { name, zero: type.kind === "tuple" ? "[]" : "{}", wire: undefined };
      const zero = zeroOfField(form);
      return { name, zero, wire: zero === undefined ? form.wire : undefined };
    });
}

function requiredMessage({ name, wire }: RequiredProperty) {
  if (wire?.kind !== "message") return [];
  return [{ name, fn: wire.isEmbedded === true ? "zeroEmbedded" : "zeroMessage", unmarshal: wire.unmarshal }];
}
