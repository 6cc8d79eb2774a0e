import type { APIField, APIKind, APIValue } from "../form/api.js";
import { partsAt, type ObjectStep } from "../form/parts.js";
import { limitOf } from "../form/value-range.js";
import { candidatesOf, numberedMap, randomScalar, type Maker } from "./candidates.js";

/** Candidate value for a property that is left out. */
export const absent: unique symbol = Symbol("absent");

/** Depth at which values of recursive types end. */
const maxDepth = 12;

/**
 * Returns a small valid value of a type: objects have only the required properties that have no
 * default.
 */
export function smallValue(value: APIValue, maker: Maker, depth = 0): unknown {
  const inner: Maker = { ...maker, small: (part) => smallValue(part, maker, depth + 1) };
  const { shape } = value;
  if (depth > maxDepth) return {};
  switch (shape.kind) {
    case "object":
      return objectOf(shape.fields(), isNeeded, inner);
    case "union":
      return memberOf(shape, [...shape.members][0], inner.small);
    case "tuple":
      return shape.items().map((item) => inner.small(item));
    case "opaque":
      return {};
    default:
      return candidatesOf(value, undefined, inner)[0];
  }
}

/**
 * Returns a random value of a type: each property that is optional or has a default is set or
 * absent at random.
 */
export function randomValue(value: APIValue, maker: Maker, depth = 0): unknown {
  const inner: Maker = { ...maker, small: (part) => randomValue(part, maker, depth + 1) };
  const { shape } = value;
  const { random } = maker;
  if (depth > maxDepth) return {};
  switch (shape.kind) {
    case "object":
      return objectOf(shape.fields(), (field) => isNeeded(field) || random.below(2) === 0, inner);
    case "union":
      return memberOf(shape, [...shape.members][random.below(shape.members.size)], inner.small);
    case "list":
      return Array.from({ length: randomSize(value, "Items", maker, depth) }, () => inner.small(shape.item()));
    case "map":
      return numberedMap(randomSize(value, "Properties", maker, depth), () => inner.small(shape.value()));
    default:
      return randomScalar(value, inner);
  }
}

type UnionShape = Extract<APIValue["shape"], { readonly kind: "union" }>;

/** Returns an object of a member of a union; an empty object if the union has no members. */
function memberOf(
  { discriminator }: UnionShape,
  member: readonly [name: string, value: () => APIValue] | undefined,
  make: (value: APIValue) => unknown,
): object {
  return member === undefined ? {} : { ...(make(member[1]()) as object), [discriminator]: member[0] };
}

/** Returns a small size that the rules of a list or a map allow. */
function randomSize(value: APIValue, of: "Items" | "Properties", { random }: Maker, depth: number): number {
  const least = limitOf(value, `min${of}`)?.value ?? 0;
  const most = limitOf(value, `max${of}`)?.value ?? Infinity;
  // Nested lists are shorter, so that objects stay small.
  return Math.min(least + random.below(depth < 3 ? 4 : 2), Math.max(least, most), maxSize);
}

const maxSize = 100;

function objectOf(fields: ReadonlyMap<string, APIField>, isWanted: (field: APIField) => boolean, maker: Maker): object {
  const wanted = [...fields.values()].filter(isWanted);
  return Object.fromEntries(wanted.map((field) => [field.name, maker.small(field.value())]));
}

function isNeeded({ isRequired, default: given }: APIField): boolean {
  return isRequired && given === undefined;
}

/** Returns a complete object of a kind, with a given value at a field path. */
export function objectWith(kind: APIKind, steps: readonly ObjectStep[], candidate: unknown, maker: Maker): object {
  const apiVersion = kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;
  const body = valueWith(kind.value, steps, candidate, maker) as object;
  return { apiVersion, kind: kind.name, ...body, metadata: { name: "example" } };
}

function valueWith(value: APIValue, [step, ...rest]: readonly ObjectStep[], candidate: unknown, maker: Maker): unknown {
  if (step === undefined) return candidate;
  const { shape } = value;
  const isAbsent = rest.length === 0 && candidate === absent;
  switch (shape.kind) {
    case "list":
      return isAbsent ? [] : [valueWith(shape.item(), rest, candidate, maker)];
    case "map":
      return isAbsent ? {} : { key: valueWith(shape.value(), rest, candidate, maker) };
    case "object": {
      const others = Object.fromEntries(
        Object.entries(maker.small(value) as Readonly<Record<string, unknown>>).filter(([name]) => name !== step),
      );
      const field = shape.fields().get(step);
      if (field === undefined || isAbsent) return others;
      return { ...others, [step]: valueWith(field.value(), rest, candidate, maker) };
    }
    case "union":
      return memberWith(shape, [step, ...rest], candidate, maker);
    default:
      return maker.small(value);
  }
}

function memberWith(union: UnionShape, steps: readonly ObjectStep[], candidate: unknown, maker: Maker): unknown {
  const { members, discriminator } = union;
  if (steps[0] === discriminator) {
    const member = candidate === absent ? undefined : members.get(String(candidate));
    const small: unknown = member === undefined ? {} : maker.small(member());
    return { ...(small as object), ...(candidate === absent ? {} : { [discriminator]: candidate }) };
  }
  const owners = [...members].filter(([, member]) => {
    const { shape } = member();
    return shape.kind === "object" && shape.fields().has(steps[0] ?? "");
  });
  const owner = owners[maker.random.below(owners.length)];
  return memberOf(union, owner, (value) => valueWith(value, steps, candidate, maker));
}

/**
 * Reports whether several members of a union have the property at a path. The structural schema has
 * only one schema for this property, so it cannot show a change in one member.
 */
export function isShared(value: APIValue, [step, ...rest]: readonly ObjectStep[]): boolean {
  if (step === undefined) return false;
  if (value.shape.kind === "union") {
    const { members, discriminator } = value.shape;
    const owners = [...members.values()].map((member) => member()).filter((member) => partsAt(member, step).length > 0);
    return step !== discriminator && (owners.length > 1 || owners.some((owner) => isShared(owner, [step, ...rest])));
  }
  const [part] = partsAt(value, step);
  return part !== undefined && isShared(part, rest);
}
