import { canBeUnset, kindAt, reportMarker, wrongType, type MarkerReader, type MarkerSite } from "../context.js";
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

export const readUnionDiscriminator: MarkerReader = (site) => {
  const union = unionOf(site, "unions");
  if (union === undefined) return noValidations;
  const { field } = site.context;
  if (field === undefined) return reportMarker(site, "validation/bad-union", "can only be used on a property");
  if (kindAt(site) !== "string") return wrongType(site, "strings");
  union.discriminator = field.name;
  return noValidations;
};

export const unionMember = memberOf("unions");
export const zeroOrOneOfMember = memberOf("zeroOrOneOfs");

function memberOf(variant: Variant): MarkerReader {
  return (site) => {
    const member = newMember(site);
    const union = member === undefined ? undefined : unionOf(site, variant);
    if (member === undefined || union === undefined) return noValidations;
    if (site.context.field === undefined && union.members.some(({ name }) => name === member.name))
      return reportMarker(site, "validation/bad-union", "the item is already a member of this union");
    union.members.push(member);
    union.marker ??= site.marker;
    return later("parent", () => unionRules(site, variant));
  };
}

function newMember(site: MarkerSite): RuleMember | undefined {
  const { field, selector, path } = site.context;
  const value = namedArgument(site.marker, "memberName");
  if (field !== undefined)
    return canBeUnset(site) ? { name: field.name, value: value ?? upperFirstLetter(field.name) } : undefined;
  if (selector === undefined || selector.length === 0) {
    const message = "must be inside `+k8s:item`, which selects the item of the list";
    reportMarker(site, "validation/bad-union", message, "write `+k8s:item(key: value)=` before this marker");
    return undefined;
  }
  // The name of a list item is the last part of its path: `tasks[{"name": "x"}]`.
  const label = path.slice(path.slice(0, path.indexOf("[{")).lastIndexOf(".") + 1);
  return { name: label.slice(label.lastIndexOf("#") + 1), value: value ?? "", item: whereOf(selector) };
}

function unionOf({ reader, context: { parent }, marker }: MarkerSite, variant: Variant): Union | undefined {
  if (parent === undefined) return undefined;
  const unions = getOrCreate(reader.shared[variant], parent.path, () => new Map<string, Union>());
  return getOrCreate(unions, namedArgument(marker, "union") ?? "", () => ({ members: [] }));
}

/**
 * Returns the rules of all unions of an object or list. Several markers declare these unions, so
 * only the first marker returns the rules.
 */
function unionRules(site: MarkerSite, variant: Variant): Validations {
  const { reader, context } = site;
  const { parent } = context;
  const unions = parent === undefined ? undefined : reader.shared[variant].get(parent.path);
  if (parent === undefined || unions === undefined) return noValidations;
  reader.shared[variant].delete(parent.path);
  const kind = variant === "unions" ? "union" : "zeroOrOneOf";
  const ofItems = nativeKind(reader.universe, parent.value.type) === "list";
  const rules: StatedRule[] = [];
  for (const [, { members, marker = site.marker, discriminator }] of [...unions].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (members.length === 0) continue;
    if (members.some(({ item }) => (item !== undefined) !== ofItems)) {
      const message = "a union cannot have both properties and list items as members";
      reportMarker(site, "validation/bad-union", message);
      continue;
    }
    const isDiscriminated = discriminator !== undefined && kind === "union";
    rules.push({ ...newRule({ kind, members, ...(isDiscriminated && { discriminator }) }), marker });
  }
  return rulesOnly(...rules);
}

/** Returns the keys of a selected item as plain data. */
export function whereOf(selector: readonly ItemSelector[]): ItemKeys {
  return Object.fromEntries(selector.map(({ name, value }) => [name, value]));
}
