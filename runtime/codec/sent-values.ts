import { UnmarshalError } from "../json/errors.js";
import { goType } from "../decode/go-type.js";
import { isZeroLeaf } from "../decode/zero-values.js";
import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { getOwn, isBranch, setOwn } from "../json/values.js";

type Step = string | number;
type Path = readonly Step[];

/** A walk through a parsed body. */
interface Walk {
  /** Path of the current value. One list serves all values, because most paths are not kept. */
  readonly path: Step[];
  /** Paths of the properties that must keep their zeros. */
  readonly kept: Path[];
}

/** Reads the value at the path of a walk. */
type Pass = (value: unknown, walk: Walk) => void;

/** Restores the zeros that a client has sent, after defaulting. */
export type Restore = () => void;

const passes = new WeakMap<TypeSchema, Pass>();

/**
 * Reads the parsed value of a client's body before it is decoded. `null` is absent: it is removed
 * from maps, in place. Properties without `?` keep an explicit zero, and null if they are
 * nullable, although they have a default.
 * The server's own metadata are not read.
 * @returns a function that finds these zeros in the decoded object, before defaulting
 * @throws UnmarshalError for a null item of a list, as a list has no absent items
 */
export function readSent(schema: TypeSchema, value: unknown): (object: object) => Restore {
  const kept: Path[] = [];
  rootPassOf(schema)(value, { path: [], kept });
  return (object) => {
    const zeros = kept.flatMap((path) => zeroAt(object, path));
    return () => {
      for (const { holder, name, value: zero } of zeros) setOwn(holder, name, zero);
    };
  };
}

interface SentZero {
  readonly holder: Record<string, unknown>;
  readonly name: string;
  readonly value: unknown;
}

function zeroAt(object: object, path: Path): readonly SentZero[] {
  const name = String(path.at(-1));
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, step) => (isBranch(at) ? getOwn(at, String(step)) : undefined), object);
  if (!isBranch(holder) || Array.isArray(holder)) return [];
  // Assertion: the decoder returns objects that may be changed.
  const target = holder as Record<string, unknown>;
  const value = getOwn(target, name);
  return value === "" || value === 0 || value === false || value === null ? [{ holder: target, name, value }] : [];
}

const rootPasses = new WeakMap<TypeSchema, Pass>();

/** Returns the pass of a kind, which leaves out its metadata. */
function rootPassOf(schema: TypeSchema): Pass {
  let pass = rootPasses.get(schema);
  if (pass === undefined) {
    const fields = Object.entries(shapeOf(schema).fields ?? {}).filter(([name]) => name !== "metadata");
    rootPasses.set(schema, (pass = objectPass(Object.fromEntries(fields))));
  }
  return pass;
}

function passOf(schema: TypeSchema): Pass {
  const known = passes.get(schema);
  if (known !== undefined) return known;
  // A type can contain itself.
  let made: Pass | undefined;
  const deferred: Pass = (value, walk) => {
    (made ??= typePass(schema))(value, walk);
  };
  passes.set(schema, deferred);
  return deferred;
}

function typePass(schema: TypeSchema): Pass {
  const { value, fields = {}, discriminator, members = {} } = shapeOf(schema);
  if (value !== undefined) return valuePass(value) ?? (() => undefined);
  if (discriminator !== undefined)
    return (object, walk) => {
      const tag = isBranch(object) ? getOwn(object, discriminator) : undefined;
      const member = typeof tag === "string" ? (getOwn(members, tag) as (() => TypeSchema) | undefined) : undefined;
      if (member !== undefined) passOf(member())(object, walk);
    };
  return objectPass(fields);
}

function objectPass(fields: Readonly<Record<string, FieldShape>>): Pass {
  const all = Object.entries(fields).flatMap(([name, field]) => {
    const keepsZero = field.optional !== true && field.default !== undefined && !isZeroLeaf(field, field.default);
    const keepsNull = field.optional !== true && field.nullable === true;
    const pass = valuePass(field);
    return keepsZero || keepsNull || pass !== undefined ? [{ name, keepsZero, keepsNull, pass }] : [];
  });
  return (object, walk) => {
    if (!isBranch(object) || Array.isArray(object)) return;
    for (const { name, keepsZero, keepsNull, pass } of all) {
      const value = getOwn(object, name);
      if (value === undefined) continue;
      if (value === null ? keepsNull : keepsZero) walk.kept.push([...walk.path, name]);
      if (value !== null && pass !== undefined) below(pass, value, name, walk);
    }
  };
}

/** Reads a part of the current value. */
function below(pass: Pass, part: unknown, step: Step, walk: Walk): void {
  walk.path.push(step);
  pass(part, walk);
  walk.path.pop();
}

/** Returns undefined for values that have no parts. */
function valuePass(shape: ValueShape): Pass | undefined {
  switch (shape.type) {
    case "ref":
    case "embedded":
      return (value, walk) => {
        passOf(shape.to())(value, walk);
      };
    case "list":
      return shape.items.type === "any" ? undefined : listPass(shape.items);
    case "map":
      return shape.values.type === "any" ? undefined : mapPass(shape.values);
    default:
      return undefined;
  }
}

function listPass(items: ValueShape): Pass {
  const pass = valuePass(items);
  return (value, walk) => {
    if (!Array.isArray(value)) return;
    const at = value.indexOf(null);
    if (at >= 0) throw nullItem([...walk.path, at], items);
    if (pass !== undefined) for (let index = 0; index < value.length; index++) below(pass, value[index], index, walk);
  };
}

function mapPass(values: ValueShape): Pass {
  const pass = valuePass(values);
  return (value, walk) => {
    if (!isBranch(value) || Array.isArray(value)) return;
    for (const key of Object.keys(value)) {
      const one = value[key];
      if (one === null) Reflect.deleteProperty(value, key);
      else if (pass !== undefined) below(pass, one, key, walk);
    }
  };
}

function nullItem(path: Path, items: ValueShape): UnmarshalError {
  const text = path.reduce<string>(
    (before, step) =>
      typeof step === "number" ? `${before}[${String(step)}]` : before === "" ? step : `${before}.${step}`,
    "",
  );
  return new UnmarshalError(
    `json: cannot unmarshal null into ${text} of type ${goType(items)}: lists have no absent items`,
  );
}
