import type { Marked } from "../../../engine/markers/define-marker.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { Field, ObjectShape } from "../../../engine/model/universe.js";
import { unionDiscriminator, unionMember, zeroOrOneOfMember } from "../markers.js";
import { escapedName, stringLiteral } from "../../../runtime/cel/index.js";
import type { Rule } from "./json-schema.js";

/**
 * Returns the rules of the unions that `+k8s:unionMember` and `+k8s:zeroOrOneOfMember` declare on
 * the properties of an object. A union with a discriminator has a rule for each member.
 */
export function memberRules({ fields }: ObjectShape): readonly Rule[] {
  const unions = groupsOf(fields, unionMember);
  const choices = groupsOf(fields, zeroOrOneOfMember);
  return [
    ...[...unions].flatMap(([union, members]) => {
      const discriminator = fields.find((field) => unionOf(field, unionDiscriminator) === union);
      return discriminator === undefined
        ? countRules(members, "==", "exactly one of the fields in [NAMES] must be set")
        : members.flatMap((member) => discriminatedRules(discriminator, member));
    }),
    ...[...choices.values()].flatMap((members) =>
      countRules(members, "<=", "at most one of the fields in [NAMES] may be set"),
    ),
  ];
}

type Handle = typeof unionMember;

/** Reports whether a marker makes a property a member of a union. */
export function isMemberMarker(marker: Marker): boolean {
  return unionMember.matches(marker) || zeroOrOneOfMember.matches(marker);
}

function groupsOf(fields: readonly Field[], handle: Handle): ReadonlyMap<string, readonly Field[]> {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    const union = unionOf(field, handle);
    if (union !== undefined) groups.set(union, [...(groups.get(union) ?? []), field]);
  }
  return groups;
}

/** Returns the name of the union to which a marker refers; empty without a name. */
function unionOf(field: Marked, handle: Handle): string | undefined {
  const marker = handle.find(field);
  return marker === undefined ? undefined : String(marker.args?.find(({ name }) => name === "union")?.value ?? "");
}

function countRules(members: readonly Field[], operator: string, message: string): readonly Rule[] {
  const names = members.map(({ name }) => name);
  const paths = names.flatMap((name) => escapedName(name) ?? []);
  if (paths.length < names.length) return [];
  const sum = paths.map((path) => `(has(self.${path})?1:0)`).join("+");
  return [{ rule: `${sum} ${operator} 1`, message: message.replace("NAMES", names.join(" ")) }];
}

function discriminatedRules(discriminator: Field, member: Field): readonly Rule[] {
  const [kind, path] = [escapedName(discriminator.name), escapedName(member.name)];
  if (kind === undefined || path === undefined) return [];
  const given = unionMember.find(member)?.args?.find(({ name }) => name === "memberName")?.value;
  const value = String(given ?? member.name.slice(0, 1).toUpperCase() + member.name.slice(1));
  const selects = `(has(self.${kind}) && self.${kind} == ${stringLiteral(value)})`;
  return [
    {
      rule: `has(self.${path}) == ${selects}`,
      message: `${member.name} must be set if ${discriminator.name} is ${value}, and only then`,
    },
  ];
}
