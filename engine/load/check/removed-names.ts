import type { Problem } from "../../base/problem.js";
import type { Folder } from "../files.js";
import { positionInSource } from "../syntax/parse.js";
import type { Import } from "../syntax/source-file.js";
import { loadProblems } from "../problem-codes.js";

/**
 * A name that an earlier version of codegen or of the runtime exported, and advice to replace it.
 */
interface Removed {
  readonly name: RegExp;
  /**
   * Pattern for the module that exported the name. Default: a generated file or any module of the
   * runtime.
   */
  readonly from?: RegExp;
  /** Reports whether the name still exists for a type in a folder. */
  readonly isKept?: (folder: Folder, type: string) => boolean;
  readonly instead: (type: string) => string;
}

const testing = /^@apimachinery\/runtime\/testing$/;

/**
 * Pattern for types of meta/v1 whose `Fuzz_` functions the runtime no longer exports, because a
 * schema suffices to generate test values.
 */
const metaTypes =
  "API(Group|Resource)(List)?|APIVersions|(Apply|Create|Delete|Get|List|Patch|Table|Update)Options|DeletionPropagation|" +
  "Group(Kind|Resource|Version|VersionForDiscovery)|IncludeObjectPolicy|List|ManagedFieldsOperationType|" +
  "PartialObjectMetadata(List)?|Patch|Preconditions|ResourceVersionMatch|RootPaths|ServerAddressByClientCIDR|ShardInfo|" +
  "Status(Cause|Details)?|Table(ColumnDefinition|Row|RowCondition)?|Verbs|WatchEvent(Type)?";

const removed: readonly Removed[] = [
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
      `read ${type}Schema of zz_generated.schema.ts, which contains the rules of the type and of its fields`,
  },
  {
    name: /^Rules$/,
    instead: () => 'use the type Rule, from "@apimachinery/runtime", for the rules in a schema',
  },
  {
    name: /^autoValidate_(\w+)$/,
    instead: (type) => `call Validate_${type}, which returns the errors`,
  },
  {
    name: /^autoFuzz_(\w+)$/,
    from: /^\.\/zz_generated\.fuzz(\.[jt]s)?$/,
    isKept: ({ files }, type) => files.some(({ exports }) => exports.has(`Fuzz_${type}`)),
    instead: (type) => `call Fuzz_${type}: autoFuzz_${type} exists only if Fuzz_${type} is hand-written`,
  },
  {
    name: new RegExp(`^Fuzz_(?<type>${metaTypes})$`),
    from: testing,
    instead: (type) => `call fuzzer(${type}Schema), with fuzzer from "@apimachinery/runtime/testing"`,
  },
  {
    name: /^arbitraryOf$/,
    from: testing,
    instead: () => 'call fuzzer(schema)(), with fuzzer from "@apimachinery/runtime/testing"',
  },
  {
    name: /^(always|embeddedOf|lazy|nested|objectOf|omitZero|oneOfNested)$/,
    from: testing,
    instead: () => "call fuzzer with the schema of a type; for other values, combine the functions of fast-check",
  },
  {
    name: /^validate$/,
    from: /^@apimachinery\/runtime\/codegen\/v1$/,
    instead: () => 'create errors with the functions of field, from "@apimachinery/runtime"',
  },
  {
    name: /^RegisterProtobuf$/,
    instead: () => "remove the call: AddToScheme registers the schemas, which contain the field numbers",
  },
];

const generatedFile = /(^|\/)zz_generated\.(protobuf|fuzz|validation)(\.[jt]s)?$/;
const removedFile = /(^|\/)zz_generated\.protobuf(\.[jt]s)?$/;
const runtime = /^@apimachinery\/runtime(\/|$)/;

/** Reports imports of names that an earlier version of codegen or of the runtime exported. */
export function removedNames(folder: Folder): Problem[] {
  return folder.files.flatMap(({ node: file, imports }) =>
    [...imports.values()].flatMap((found): Problem[] => {
      const instead = replacement(folder, found);
      if (instead === undefined) return [];
      const name = found.name === "*" ? "zz_generated.protobuf.ts" : found.name;
      const message = `${name} does not exist in this version of codegen`;
      const position = positionInSource(file, found.node.getStart(file));
      return [{ ...loadProblems.is("load/removed-name"), message, hint: instead, position }];
    }),
  );
}

function replacement(folder: Folder, { specifier, name }: Import): string | undefined {
  const isGenerated = generatedFile.test(specifier);
  if (!isGenerated && !runtime.test(specifier)) return undefined;
  for (const { name: pattern, from, isKept, instead } of removed) {
    const match = pattern.exec(name);
    if (match === null || from?.test(specifier) === false) continue;
    const type = match[1] ?? "";
    if (isKept?.(folder, type) !== true) return instead(type);
  }
  return removedFile.test(specifier)
    ? 'call marshal and unmarshal, from "@apimachinery/runtime/protobuf", with the schema of the type'
    : undefined;
}
