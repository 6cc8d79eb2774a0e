import type { ProtoFile, ProtoMessage } from "../../engine/load/proto/parse-proto.js";
import type { Field, ObjectShape, Package, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import { baseFieldName, fieldName } from "./field-name.js";
import { protobufExtends, protobufField, protobufNullable } from "../markers/protobuf.js";
import type { ProtobufMessage, ProtobufField } from "./message.js";

/**
 * Returns the exported types of a package that become messages: interfaces, unions of interfaces,
 * and aliases with `+protobuf.nullable=true`, unless they have `+protobuf=false`. Without a marker,
 * Go's tool creates messages for aliases, and nested messages for base interfaces. If the existing
 * `generated.proto` contains such messages, they are kept.
 */
export function messagesOf(
  universe: Universe,
  pkg: Package,
  existing: ProtoFile | undefined,
): readonly ProtobufMessage[] {
  return Object.values(pkg.types)
    .filter((type) => type.exported && protobufField.read(type) !== false)
    .flatMap((type): ProtobufMessage[] => {
      const fields = fieldsOf(universe, type, existing);
      return fields === undefined ? [] : [{ type, fields }];
    });
}

/** Returns the fields of a type; undefined for a type that is not a message. */
function fieldsOf(
  universe: Universe,
  type: TypeDeclaration,
  existing: ProtoFile | undefined,
): readonly ProtobufField[] | undefined {
  const { shape, position } = type;
  switch (shape.kind) {
    case "opaque":
      return undefined;
    case "object":
      return objectFields(universe, type, shape, existing);
    case "union":
      return shape.members.flatMap(({ value, type: id }): ProtobufField[] => {
        const member = typeById(universe, id);
        if (member === undefined) return [];
        const field = { kind: "member" as const, place: value, origin: member.name, type: referenceTo(member) };
        return [{ name: baseFieldName(member.name), position, description: "", ...field }];
      });
    case "alias":
      if (!isAliasMessage(type, existing)) return undefined;
      return [
        { kind: "items", place: "items", origin: "items", type: shape.of, name: "items", position, description: "" },
      ];
  }
}

/** Reports whether an alias of a list or map becomes a message. */
export function isAliasMessage(type: TypeDeclaration, existing: ProtoFile | undefined): boolean {
  const { shape } = type;
  if (shape.kind !== "alias" || (shape.of.kind !== "list" && shape.of.kind !== "map")) return false;
  const known = existing?.messages.get(type.name);
  return protobufNullable.read(type) ?? (known?.fields.size === 1 && known.fields.has("items"));
}

function objectFields(
  universe: Universe,
  type: TypeDeclaration,
  shape: ObjectShape,
  existing: ProtoFile | undefined,
): readonly ProtobufField[] {
  const bases = shape.bases.flatMap((id) => {
    const base = typeById(universe, id);
    return base === undefined ? [] : baseField(type, base, existing);
  });
  const nested = new Set(
    bases.flatMap(({ place }) => {
      const base = typeById(universe, place)?.shape;
      return base?.kind === "object" ? base.fields.map(({ name }) => name) : [];
    }),
  );
  const isOwn = ({ name, from }: Field): boolean => from === undefined || !nested.has(name);
  const known = existing?.messages.get(type.name);
  const own = shape.fields
    .filter((field) => isOwn(field) && protobufField.read(field) !== false)
    .map((field) => propertyField(field, known));
  return [...own, ...bases];
}

function propertyField(property: Field, known: ProtoMessage | undefined): ProtobufField {
  const { name, type, position, description } = property;
  const pinned = protobufField.readAll(property).find(({ value }) => typeof value === "number");
  const field: ProtobufField = {
    kind: "property",
    place: name,
    origin: name,
    type,
    property,
    name: knownName(known, fieldName(name)),
    position,
    description,
  };
  return pinned === undefined ? field : { ...field, pin: { number: Number(pinned.value), marker: pinned.marker } };
}

/**
 * Returns the name of a field as the existing `generated.proto` spells it, because Go's tool
 * capitalises the names of a few fields, such as `Webhooks`. A name that the file does not contain
 * is returned unchanged.
 */
function knownName(known: ProtoMessage | undefined, name: string): string {
  if (known === undefined || known.fields.has(name)) return name;
  return [...known.fields.keys()].find((other) => other.toLowerCase() === name.toLowerCase()) ?? name;
}

/**
 * Returns the field for a base interface that is a nested message, as a list; an empty list for
 * other base interfaces. In a file of Go's tool, such a field is found by its type, because it can
 * have any name.
 */
function baseField(
  type: TypeDeclaration,
  base: TypeDeclaration,
  existing: ProtoFile | undefined,
): readonly ProtobufField[] {
  const found = protobufExtends.readAll(type).find(({ value }) => value.base === base.name);
  const properties = new Set(type.shape.kind === "object" ? type.shape.fields.map(({ name }) => name) : []);
  const known = [...(existing?.messages.get(type.name)?.fields ?? [])].find(
    ([name, field]) => field.type.slice(field.type.lastIndexOf(".") + 1) === base.name && !properties.has(name),
  );
  if (found === undefined && known === undefined) return [];
  const name = known?.[0] ?? baseFieldName(base.name);
  const source = { kind: "base" as const, place: base.id, origin: base.name, type: referenceTo(base) };
  const field = { ...source, name, position: type.position, description: "" };
  return [found === undefined ? field : { ...field, pin: { number: found.value.number, marker: found.marker } }];
}

function referenceTo({ id }: TypeDeclaration): Type {
  return { kind: "ref", to: id };
}
