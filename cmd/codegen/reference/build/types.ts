import type { Marker } from "../../../../engine/markers/marker.js";
import { apiVersionOf, groupVersionOfKind } from "../../../../engine/model/group-version.js";
import { referencesOfType } from "../../../../engine/model/type-references.js";
import { names } from "../../../../engine/base/names.js";
import type { Field, Package, Type, TypeDeclaration, Universe } from "../../../../engine/model/universe.js";
import { exportedFunction, packageById, typeById } from "../../../../engine/model/lookup.js";
import { defaultMarkerOf } from "../../../../generators/markers/defaults.js";
import { defaultConstant } from "../../../../generators/presence/stated-default.js";
import { publishedLines } from "../../../../generators/json-schema/description.js";
import { isRequired } from "../../../../generators/presence/required.js";
import { celRulesOfMarkers } from "../../../../generators/markers/constraints.js";
import { hasListMeta, hasObjectMeta } from "../../../../engine/model/facts/object-meta.js";
import { hasTypeMeta } from "../../../../generators/kinds/registered.js";
import { subresourcesOf } from "../../../../generators/kinds/subresources.js";
import { patchArgument, patchArguments } from "../../../../generators/markers/patch.js";
import type { CELRuleReference, FieldReference, TypeReference, Words } from "../model.js";
import { describeRules, updateRulesIn } from "./rules.js";
import { typeWords } from "./type-words.js";
import { codes } from "../words.js";

/** Returns the reference of a type without `usedBy`, which is added when all types are known. */
export function typeReference(universe: Universe, type: TypeDeclaration): Omit<TypeReference, "usedBy"> {
  const { id, name, shape, markers } = type;
  return {
    id,
    name,
    description: paragraphs(type.description),
    form: formOf(universe, type),
    fields:
      shape.kind === "object"
        ? [...identityOf(universe, type), ...shape.fields.map((field) => fieldReference(universe, type, field))]
        : [],
    rules: describeRules(markers),
    celRules: celRules(markers),
    notes: defaultingNotes(universe, type),
  };
}

/** Returns the fields apiVersion and kind of a kind. */
function identityOf(universe: Universe, type: TypeDeclaration): readonly FieldReference[] {
  const groupVersion = groupVersionOfKind(universe, type);
  if (groupVersion === undefined || type.shape.kind !== "object") return [];
  const field = (name: string, value: string): FieldReference => ({
    name,
    type: ["always ", { code: value }],
    isRequired: true,
    isDeprecated: false,
    description: [],
    facts: [],
    celRules: [],
  });
  return [field("apiVersion", apiVersionOf(groupVersion)), field("kind", type.shape.typeMeta?.kind ?? type.name)];
}

function formOf(universe: Universe, { shape }: TypeDeclaration): Words {
  switch (shape.kind) {
    case "object":
      return ["object"];
    case "alias":
      return typeWords(universe, shape.of);
    case "union":
      return [
        "one of several objects, which ",
        { code: shape.discriminator },
        " selects: ",
        ...shape.members.flatMap(({ value, type }, index): Words => [
          index === 0 ? "" : ", ",
          { code: value },
          " is ",
          ...typeWords(universe, { kind: "ref", to: type }),
        ]),
      ];
    case "opaque":
      return ["type of another package"];
  }
}

function fieldReference(universe: Universe, of: TypeDeclaration, field: Field): FieldReference {
  const { name, type, markers, description } = field;
  const value = defaultText(universe, of, field);
  const text = paragraphs(description);
  const isMetadata = type.kind === "ref" && type.to === "@apimachinery/runtime#ObjectMeta";
  return {
    name,
    type: typeWords(universe, type),
    isRequired: isRequired(universe, of, field),
    isDeprecated: text.some((paragraph) => /^(deprecated\b|\w+ is deprecated\b)/i.test(paragraph)),
    description: text.length === 0 && isMetadata ? [aboutMetadata] : text,
    facts: [
      ...describeRules(markers),
      ...rulesOfAliases(universe, type),
      ...(value === undefined ? [] : [["default: ", { code: value }]]),
      ...mergeOf(universe, field),
      ...accessOf(of, field),
    ],
    celRules: celRules(markers),
  };
}

/**
 * Returns the rules of the type aliases of a field, so that readers need not follow a link to the
 * alias.
 */
function rulesOfAliases(universe: Universe, type: Type): readonly Words[] {
  const declared = type.kind === "ref" ? typeById(universe, type.to) : undefined;
  if (declared?.shape.kind !== "alias") return [];
  const { of } = declared.shape;
  const members = of.kind === "literals" ? [typeWords(universe, of)] : [];
  return [...members, ...describeRules(declared.markers), ...rulesOfAliases(universe, of)];
}

const aboutMetadata = "The name, the namespace, the labels and the annotations of the object.";

/**
 * Returns the paragraphs of a comment without its markers. Indented lines and list items become
 * separate paragraphs.
 */
export function paragraphs(comment: string): readonly string[] {
  const found: string[][] = [[]];
  for (const line of publishedLines(comment)) {
    if (line.trim() === "") found.push([]);
    else if (/^\s*[-*] |^\s{2,}/.test(line)) found.push([line.trim()]);
    else found.at(-1)?.push(line.trim());
  }
  return found.map((lines) => lines.join(" ")).filter((text) => text !== "");
}

function celRules(markers: readonly Marker[]): readonly CELRuleReference[] {
  return celRulesOfMarkers(markers).map(({ rule, message }) => ({
    rule: String(rule),
    message: typeof message === "string" ? message : "",
  }));
}

/**
 * Returns the default of a field as JSON; undefined if it has none. For a constant without a
 * literal value, returns the reference to the constant.
 */
function defaultText(universe: Universe, of: TypeDeclaration, { markers, from, type }: Field): string | undefined {
  const folder = from?.slice(0, from.indexOf("#")) ?? of.package;
  return statedDefault(universe, markers, folder) ?? defaultOfType(universe, type);
}

function defaultOfType(universe: Universe, type: Type): string | undefined {
  if (type.kind !== "ref") return undefined;
  const declared = typeById(universe, type.to);
  return declared === undefined ? undefined : statedDefault(universe, declared.markers, declared.package);
}

function statedDefault(universe: Universe, markers: readonly Marker[], folder: string): string | undefined {
  const text = defaultMarkerOf({ markers })?.value;
  const path = /^ref\((.*)\)$/.exec(text ?? "")?.[1]?.trim();
  if (path === undefined) return text;
  const constant = defaultConstant(universe, folder, path);
  return constant?.value === undefined ? path : JSON.stringify(constant.value);
}

/**
 * Returns sentences about updates of a field: from its markers, from its CEL rules, and for the
 * status of a kind.
 */
function accessOf(of: TypeDeclaration, { name, type, markers }: Field): readonly Words[] {
  const frozen = celRules(markers).some(({ rule }) => /^(self == oldSelf|oldSelf == self)$/.test(rule.trim()));
  return [
    ...updateRulesIn(markers),
    ...(frozen ? [["an update cannot change a value that is set"]] : []),
    ...(name === "status" && type.kind === "ref" && hasObjectMeta(of) ? [statusAccess(of)] : []),
  ];
}

function statusAccess(kind: TypeDeclaration): Words {
  return subresourcesOf(kind)?.status === true
    ? ["changed only through the subresource ", { code: "status" }, "; other requests do not change it"]
    : ["set by the server, not by clients"];
}

/** Returns the merge strategy of a field in server-side apply; none for the usual strategy. */
function mergeOf(universe: Universe, { type, markers }: Field): readonly Words[] {
  const declared = type.kind === "ref" ? (typeById(universe, type.to)?.markers ?? []) : [];
  const all = [...markers, ...declared];
  const listType = patchArgument(all, "listType");
  if (listType === "map") return [["items are identified by ", ...codes(patchArguments(all, "listMapKey"))]];
  if (listType === "set") return [["a set: no two items are equal"]];
  const structures = [listType, patchArgument(all, "mapType"), patchArgument(all, "structType")];
  return structures.includes("atomic") ? [["replaced as a whole"]] : [];
}

/** Returns a sentence about the hand-written defaulting function of a type, if the type has one. */
function defaultingNotes(universe: Universe, type: TypeDeclaration): readonly Words[] {
  const pkg = packageById(universe, type.package);
  const fn = pkg === undefined ? undefined : exportedFunction(pkg, names.setDefaults(type.name));
  if (fn === undefined) return [];
  const fields = fn.mentions.filter((name) => name !== "*");
  const which = fields.flatMap((name, index): Words => [index === 0 ? " It reads or sets " : ", ", { code: name }]);
  return [
    ["The server sets more defaults with ", { code: fn.name }, ".", ...which, ...(which.length > 0 ? ["."] : [])],
  ];
}

/** Returns for each type the types that have a field of this type. The keys are type ids. */
export function usersOf(packages: readonly Package[]): ReadonlyMap<string, TypeReference["usedBy"]> {
  const users = new Map<string, { readonly name: string; readonly id: string }[]>();
  for (const pkg of packages)
    for (const type of Object.values(pkg.types)) {
      if (isList(type)) continue;
      const { values, keys } = referencesOfType(type);
      for (const id of new Set([...values, ...keys]))
        users.set(id, [...(users.get(id) ?? []), { name: type.name, id: type.id }]);
    }
  return users;
}

/** Reports whether a type is the list type of a kind. */
export function isList(type: TypeDeclaration): boolean {
  return hasTypeMeta(type) && hasListMeta(type);
}
