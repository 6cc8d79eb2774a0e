import { unescapeLine, withoutContinuations } from "../../engine/markers/escapes.js";
import type { FilePlan } from "../../engine/plan/generator.js";
import type { ProtoMessage } from "../../engine/load/proto/parse-proto.js";
import type { NumberedField, NumberedMessage } from "./numbered-field.js";
import type { PackageMessages } from "../messages/package-messages.js";

/** Plans the file `generated.proto` of a package. */
export function planProto(own: PackageMessages, numbered: readonly NumberedMessage[]): FilePlan {
  const view = { text: protoText(own, numbered) };
  return { package: own.pkg.id, path: own.path, isContinued: true, template: "proto", view, exports: [] };
}

function protoText(own: PackageMessages, numbered: readonly NumberedMessage[]): string {
  const files = numbered.flatMap(({ fields }) => fields.map(({ form: { wire } }) => fileOf(wire)));
  const imports = [...new Set(files)].filter((file) => file !== "" && file !== own.importPath).toSorted();
  const blocks = [
    ...numbered.map(messageText),
    ...tombstones(own).map(([name, removed]) => removedText(name, removed)),
  ];
  return [
    `syntax = "proto2";`,
    `package ${own.protoPackage};`,
    imports.map((file) => `import "${file}";`).join("\n"),
    own.existing?.goPackage === undefined ? "" : `option go_package = "${own.existing.goPackage}";`,
    ...blocks,
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function fileOf(wire: NumberedField["form"]["wire"]): string {
  return wire.kind === "message" ? wire.file : "";
}

function messageText({ message: { type, numbers }, fields }: NumberedMessage): string {
  const { reservedNumbers, reservedNames } = numbers;
  const lines = [...fields.map(fieldText), ...reservedLines(reservedNumbers, reservedNames)];
  return `${comment(type.description, "")}message ${type.name} {\n${lines.join("\n\n")}${lines.length === 0 ? "" : "\n"}}`;
}

function removedText(name: string, { fields, reservedNumbers, reservedNames }: ProtoMessage): string {
  const numbers = [...reservedNumbers, ...[...fields.values()].map(({ number }) => [number, number] as const)];
  const lines = reservedLines(
    numbers.toSorted((a, b) => a[0] - b[0]),
    [...reservedNames, ...fields.keys()],
  );
  return `// Removed.\nmessage ${name} {\n${lines.join("\n\n")}${lines.length === 0 ? "" : "\n"}}`;
}

function fieldText({ field, number, form: { label, wire } }: NumberedField): string {
  const typed =
    label === "map" ? `map<string, ${wire.proto}>` : `${label === "repeated" ? "repeated" : "optional"} ${wire.proto}`;
  return `${comment(field.description, "  ")}  ${typed} ${field.name} = ${number};`;
}

function reservedLines(numbers: readonly (readonly [number, number])[], names: readonly string[]): readonly string[] {
  const ranges = numbers.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`));
  return [
    ...(ranges.length === 0 ? [] : [`  reserved ${ranges.join(", ")};`]),
    ...(names.length === 0 ? [] : [`  reserved ${names.map((name) => `"${name}"`).join(", ")};`]),
  ];
}

function comment(text: string, indent: string): string {
  if (text.trim() === "") return "";
  return withoutContinuations(text.trim().split("\n"))
    .map((line) => `${indent}// ${unescapeLine(line)}`.trimEnd())
    .join("\n")
    .concat("\n");
}

/**
 * Returns the messages in the existing `generated.proto` whose types no longer exist and that
 * contain numbers. They stay in the file, so that a later type with the same name does not reuse
 * their numbers.
 */
function tombstones({ existing, messages }: PackageMessages): readonly (readonly [string, ProtoMessage])[] {
  const present = new Set([...messages.values()].map(({ type }) => type.name));
  return [...(existing?.messages ?? [])].filter(
    ([name]) => !present.has(name) && !isScalar(name) && hasNumbers(name, existing),
  );
}

function hasNumbers(name: string, existing: PackageMessages["existing"]): boolean {
  const message = existing?.messages.get(name);
  return message !== undefined && (message.fields.size > 0 || message.reservedNumbers.length > 0);
}

/**
 * Reports whether a name is that of a Kubernetes message for a TypeScript scalar, or for TypeMeta.
 * Another file declares these messages.
 */
function isScalar(name: string): boolean {
  return ["Time", "MicroTime", "Timestamp", "Duration", "FieldsV1", "TypeMeta"].includes(name);
}
