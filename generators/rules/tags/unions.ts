import type { Marker } from "../../../engine/markers/marker.js";
import { alwaysSet, reportMarker, wrongType, type MarkerContext, type MarkerReader, type Reader } from "../context.js";
import { nativeKind } from "../native.js";
import {
  later,
  noValidations,
  rulesOnly,
  newRule,
  type ItemSelector,
  type StatedRule,
  type Validations,
} from "../rule.js";
import type { ItemKeys, RuleMember } from "../../../runtime/schema/rule.js";
import { getOrCreate, type Union } from "../shared.js";
import { namedArgument } from "../tag.js";
import { upperFirstLetter } from "../../../engine/util/first-letter.js";

type Variant = "unions" | "zeroOrOneOfs";

export const readUnionDiscriminator: MarkerReader = (reader, context, marker) => {
  const union = unionOf(reader, context, marker, "unions");
  if (union === undefined) return noValidations;
  const { field, value } = context;
  if (field === undefined) reportMarker(reader, "validation/bad-union", marker, "can only be used on a property");
  else if (nativeKind(reader.universe, value.type) !== "string") wrongType(reader, context, marker, "strings");
  else union.discriminator = field.name;
  return noValidations;
};

export const unionMember = memberOf("unions");
export const zeroOrOneOfMember = memberOf("zeroOrOneOfs");

function memberOf(variant: Variant): MarkerReader {
  return (reader, context, marker) => {
    const member = newMember(reader, context, marker);
    const union = member === undefined ? undefined : unionOf(reader, context, marker, variant);
    if (member === undefined || union === undefined) return noValidations;
    if (context.field === undefined && union.members.some(({ name }) => name === member.name)) {
      reportMarker(reader, "validation/bad-union", marker, "the item is already a member of this union");
      return noValidations;
    }
    union.members.push(member);
    return later("parent", () => unionRules(reader, context, marker, variant));
  };
}

function newMember(reader: Reader, context: MarkerContext, marker: Marker): RuleMember | undefined {
  const { field, value, selector, path } = context;
  if (field !== undefined) {
    if (nativeKind(reader.universe, value.type) === "struct" && !value.pointer) {
      reportMarker(reader, "validation/wrong-type", marker, ...alwaysSet);
      return undefined;
    }
    return { name: field.name, value: namedArgument(marker, "memberName") ?? upperFirstLetter(field.name) };
  }
  if (selector === undefined || selector.length === 0) {
    reportMarker(
      reader,
      "validation/bad-union",
      marker,
      "must be inside `+k8s:item`, which selects the item of the list",
      "write `+k8s:item(key: value)=` before this marker",
    );
    return undefined;
  }
  // The name of a list item is the last part of its path: `tasks[{"name": "x"}]`.
  const label = path.slice(path.slice(0, path.indexOf("[{")).lastIndexOf(".") + 1);
  return {
    name: label.slice(label.lastIndexOf("#") + 1),
    value: namedArgument(marker, "memberName") ?? "",
    item: whereOf(selector),
  };
}

function unionOf(reader: Reader, { parent }: MarkerContext, marker: Marker, variant: Variant): Union | undefined {
  if (parent === undefined) return undefined;
  const unions = getOrCreate(reader.shared[variant], parent.path, () => new Map<string, Union>());
  return getOrCreate(unions, namedArgument(marker, "union") ?? "", () => ({ members: [] }));
}

/**
 * Returns the rules of all unions of an object or list. Several markers declare these unions, so
 * only the first marker returns the rules.
 */
function unionRules(reader: Reader, { parent }: MarkerContext, marker: Marker, variant: Variant): Validations {
  const unions = parent === undefined ? undefined : reader.shared[variant].get(parent.path);
  if (parent === undefined || unions === undefined) return noValidations;
  reader.shared[variant].delete(parent.path);
  const kind = variant === "unions" ? "union" : "zeroOrOneOf";
  const rules: StatedRule[] = [];
  for (const [, { members, discriminator }] of [...unions].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (members.length === 0) continue;
    const ofItems = nativeKind(reader.universe, parent.value.type) === "list";
    if (members.some(({ item }) => (item !== undefined) !== ofItems)) {
      reportMarker(
        reader,
        "validation/bad-union",
        marker,
        "a union cannot have both properties and list items as members",
      );
      continue;
    }
    const isDiscriminated = discriminator !== undefined && kind === "union";
    rules.push(newRule({ kind, members, ...(isDiscriminated && { discriminator }) }));
  }
  return rulesOnly(...rules);
}

/** Returns the keys of a selected item as plain data. */
export function whereOf(selector: readonly ItemSelector[]): ItemKeys {
  return Object.fromEntries(selector.map(({ name, value }) => [name, value]));
}
