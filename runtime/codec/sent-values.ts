import { oncePer } from "../util/once-per.js";
import { selectedMember } from "../schema/resolve-shape.js";
import { UnmarshalError } from "../json/errors.js";
import { goType } from "../decode/go-type.js";
import { isZeroLeaf } from "../decode/zero-values.js";
import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { getOwn, isBranch, setOwn, isObject } from "../json/values.js";

type Step = string | number;
type Path = readonly Step[];

/** State of the traversal of a parsed body. */
interface Walk {
  /** Path of the current value. All values share one array, because most paths are not kept. */
  readonly path: Step[];
  /** Paths of sent properties. Zeros at these paths must remain after defaulting. */
  readonly kept: Path[];
}

/** Visits the value at the current path, and collects paths in `walk.kept`. */
type Pass = (value: unknown, walk: Walk) => void;

/** Sets the zeros of the client again, after defaulting has replaced them. */
export type Restore = () => void;

/**
 * Finds explicit zeros in the parsed value of a client's body, before the value is decoded. A
 * required property keeps a zero of the client although it has a default, and keeps `null` if it is
 * nullable. A `null` in a map counts as absent: it is removed in place. `metadata` is not visited.
 * @returns a function to call with the decoded object before defaulting. It returns a function to
 *   call after defaulting, which restores the zeros
 * @throws UnmarshalError for `null` in a list whose items have a type, because list items cannot be
 *   absent
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
  if (!isObject(holder)) return [];
  const value = getOwn(holder, name);
  return value === "" || value === 0 || value === false || value === null ? [{ holder, name, value }] : [];
}

/** Returns the pass for the root object of a kind, which does not visit `metadata`. */
const rootPassOf = oncePer((schema: TypeSchema): Pass => {
  const fields = Object.entries(shapeOf(schema).fields ?? {}).filter(([name]) => name !== "metadata");
  return objectPass(Object.fromEntries(fields));
});

const passOf = oncePer((schema: TypeSchema): Pass => {
  // The pass is created at its first call, because a type can contain itself.
  let made: Pass | undefined;
  return (value, walk) => {
    (made ??= typePass(schema))(value, walk);
  };
});

function typePass(schema: TypeSchema): Pass {
  const { value, fields = {}, discriminator } = shapeOf(schema);
  if (value !== undefined) return valuePass(value) ?? (() => undefined);
  if (discriminator !== undefined)
    return (object, walk) => {
      const member = selectedMember(schema, object);
      if (member !== undefined) passOf(member)(object, walk);
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
    if (!isObject(object)) return;
    for (const { name, keepsZero, keepsNull, pass } of all) {
      const value = getOwn(object, name);
      if (value === undefined) continue;
      if (value === null ? keepsNull : keepsZero) walk.kept.push([...walk.path, name]);
      if (value !== null && pass !== undefined) below(pass, value, name, walk);
    }
  };
}

/** Visits a property, list item or map value of the current value. */
function below(pass: Pass, part: unknown, step: Step, walk: Walk): void {
  walk.path.push(step);
  pass(part, walk);
  walk.path.pop();
}

/**
 * Returns the pass for a value; undefined for values that need no visit, such as scalars.
 */
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
    if (!isObject(value)) return;
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
