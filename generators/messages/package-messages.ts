import { posix } from "node:path";
import { addPackageMarker, remedy, removeMarker, type Remedy } from "../../engine/base/fix.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import {
  groupVersionOf,
  internalVersion,
  isVersion,
  type PackageGroupVersion,
} from "../../engine/model/group-version.js";
import type { Package, TypeId } from "../../engine/model/universe.js";
import { parseProto, type ProtoFile } from "../../engine/load/proto/parse-proto.js";
import type { Problem } from "../../engine/base/problem.js";
import { protobufGen } from "../markers/protobuf.js";
import type { ProtobufMessage } from "./message.js";
import { messagesOf } from "./messages-of.js";
import { numbersOf, type Numbers } from "./numbers.js";
import { withoutSameNames } from "./same-names.js";
import { unusedMarkers } from "./unused-markers.js";
import { protobufProblems } from "../problem-codes/protobuf.js";

/** A message whose fields have numbers. */
export interface MessageWithNumbers extends ProtobufMessage {
  readonly numbers: Numbers;
}

/** Protobuf messages of a package with `+k8s:protobuf-gen=package`. */
export interface PackageMessages {
  readonly pkg: Package;
  readonly groupVersion: PackageGroupVersion;
  /** Path of `generated.proto`, relative to the project's root. */
  readonly path: string;
  /** Path with which other `.proto` files import `generated.proto`. */
  readonly importPath: string;
  /** Existing content of `generated.proto`; undefined if the file does not exist. */
  readonly existing: ProtoFile | undefined;
  /** Name of the package in `.proto` files. */
  readonly protoPackage: string;
  readonly messages: ReadonlyMap<TypeId, MessageWithNumbers>;
}

/**
 * Returns the messages of a package; undefined if protobuf is not enabled for the package, if the
 * package is not a version, or if its existing `generated.proto` cannot be used. Appends to
 * `problems`.
 * @param schemaFile path of the package's schemas, which contain the numbers; undefined if the
 * package has no schemas
 */
export function packageMessages(
  input: PlanInput,
  pkg: Package,
  schemaFile: string | undefined,
  problems: Problem[],
): PackageMessages | undefined {
  const marker = protobufGen.find(pkg);
  if (marker === undefined || protobufGen.read(pkg) !== true) return undefined;
  const groupVersion = groupVersionOf(input.universe, pkg);
  if (groupVersion === undefined || groupVersion.version === internalVersion) {
    problems.push({
      ...protobufProblems.is("protobuf/no-version"),
      message: `${pkg.id} is not a version of an API group, so its types cannot have protobuf messages`,
      ...(groupVersion === undefined ? makeVersion(pkg) : remedy(removeMarker(marker))),
      position: marker.position,
    });
    return undefined;
  }
  const importPath = `${groupVersion.group || "core"}/${groupVersion.version}/generated.proto`;
  const path = `${input.pages(pkg.id)}/proto/${importPath}`;
  const existing = readExisting(input, path, schemaFile, problems);
  if (existing === "missing") return undefined;
  const messages = messagesOf(input.universe, pkg, existing).map((found) => {
    const known = existing?.messages.get(found.type.name);
    const message = withoutSameNames(found, known, problems);
    return { ...message, numbers: numbersOf(message, known) };
  });
  problems.push(
    ...unusedMarkers(input.universe, pkg, messages),
    ...messages.flatMap(({ numbers }) => numbers.problems),
  );
  return {
    pkg,
    groupVersion,
    path,
    importPath,
    existing,
    protoPackage: existing?.package ?? protoPackageOf(groupVersion),
    messages: new Map(messages.map((message) => [message.type.id, message])),
  };
}

/** Returns the fix or hint that makes a folder a version of an API group. */
function makeVersion({ id }: Package): Remedy {
  if (!isVersion(posix.basename(id)))
    return { hint: "move the types to a folder whose name is a version, such as v1 or v1beta1" };
  return remedy({ ...addPackageMarker(id, "+groupName=example.com"), isExample: true });
}

/**
 * Reads the existing `generated.proto`; returns undefined if it does not exist. Returns `missing`
 * and appends to `problems` if the file cannot be parsed, or if it does not exist although the
 * schemas contain numbers.
 */
function readExisting(
  { readFile }: PlanInput,
  path: string,
  schemaFile: string | undefined,
  problems: Problem[],
): ProtoFile | "missing" | undefined {
  const text = readFile(path);
  if (text === undefined) {
    if (schemaFile === undefined || !/\bnumber: \d/.test(readFile(schemaFile) ?? "")) return undefined;
    problems.push({
      ...protobufProblems.is("protobuf/no-numbers"),
      message: `${path} is missing, but ${schemaFile} contains field numbers from this file`,
      hint: `restore ${path}, for example from version control: new numbers would make stored objects unreadable\nif no object was ever stored or sent in protobuf, remove ${schemaFile} instead`,
      position: { file: schemaFile, line: 1, column: 1 },
    });
    return "missing";
  }
  const parsed = parseProto(text);
  if (!("fault" in parsed)) return parsed;
  problems.push({
    ...protobufProblems.is("protobuf/bad-proto"),
    message: `${path} cannot be read: ${parsed.fault}`,
    hint: `restore ${path}, for example from version control: the file contains the numbers of the fields`,
    position: { file: path, line: parsed.line, column: 1 },
  });
  return "missing";
}

/** Returns the protobuf package of a group and version: `shop.example.com.v1`. */
function protoPackageOf({ group, version }: PackageGroupVersion): string {
  const words = [...(group === "" ? ["core"] : group.split(".")), version];
  return words.map((word) => word.replaceAll("-", "_").replace(/^(?=\d)/, "_")).join(".");
}
