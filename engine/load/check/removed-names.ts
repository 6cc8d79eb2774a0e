import type { Problem } from "../../problem.js";
import type { Folder } from "../session.js";
import { positionAt } from "../syntax/parse.js";
import type { Import } from "../syntax/source-file.js";

/** Names that generated code and the runtime no longer export, and what replaces them. */
const removed: readonly { readonly name: RegExp; readonly instead: (type: string) => string }[] = [
  {
    name: /^Marshal_(\w+)$/,
    instead: (type) => `call marshal(${type}Schema), with marshal from "@apimachinery/runtime/protobuf"`,
  },
  {
    name: /^Unmarshal_(\w+)$/,
    instead: (type) => `call unmarshal(${type}Schema), with unmarshal from "@apimachinery/runtime/protobuf"`,
  },
  {
    name: /^Rules_(\w+)$/,
    instead: (type) =>
      `read ${type}Schema of zz_generated.schema.ts, which has the rules of the type and of its fields`,
  },
  {
    name: /^Rules$/,
    instead: () => "the type of the rules in a schema is Rule of @apimachinery/runtime",
  },
  {
    name: /^autoValidate_(\w+)$/,
    instead: (type) => `call Validate_${type}, which returns the errors`,
  },
  {
    name: /^RegisterProtobuf$/,
    instead: () => "remove the call: AddToScheme registers the schemas, which have the numbers",
  },
];

const generatedFile = /(^|\/)zz_generated\.(protobuf|fuzz|validation)(\.[jt]s)?$/;
const removedFile = /(^|\/)zz_generated\.protobuf(\.[jt]s)?$/;
const runtime = /^@apimachinery\/runtime(\/|$)/;

/** Reports imports of names that an earlier codegen generated, or an earlier runtime exported. */
export function removedNames({ files }: Folder): Problem[] {
  return files.flatMap(({ node: file, imports }) =>
    [...imports.values()].flatMap((found): Problem[] => {
      const instead = replacement(found);
      if (instead === undefined) return [];
      return [
        {
          code: "load/removed-name",
          severity: "error",
          message: `${found.name === "*" ? "zz_generated.protobuf.ts" : found.name} does not exist in this version of codegen`,
          hint: instead,
          position: positionAt(file, found.node.getStart(file)),
        },
      ];
    }),
  );
}

function replacement({ specifier, name }: Import): string | undefined {
  const isGenerated = generatedFile.test(specifier);
  if (!isGenerated && !runtime.test(specifier)) return undefined;
  for (const { name: pattern, instead } of removed) {
    const match = pattern.exec(name);
    if (match !== null) return instead(match[1] ?? "");
  }
  return removedFile.test(specifier)
    ? "the schemas have the numbers: see marshal and unmarshal of @apimachinery/runtime/protobuf"
    : undefined;
}
