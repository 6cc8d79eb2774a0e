import { isPrimitive, valueKindOf } from "../../runtime/rules/value.js";
import { shapeOf, type SchemaShape, type TypeSchema, type ValueShape } from "../../runtime/schema/schema.js";
import { canonicalString } from "../../runtime/decode/text-formats.js";
import type { Answer, Both } from "./answers.js";
import type { Row } from "./compare.js";
import { isRewritten, toAccepted } from "./one-sided.js";
import { hasPart, isObject, withChanges, type Change, type Part } from "./parts.js";

/** Writes the value of a part in its canonical form. */
const toCanonical: Change = (part, value) => {
  if (!isRewritten(part) || (typeof value !== "string" && typeof value !== "number")) return value;
  try {
    return canonicalString(part.type, String(value));
  } catch {
    return value;
  }
};

/** The greatest integer of each type whose larger integers a cluster stores. */
const greatest: Readonly<Partial<Record<ValueShape["type"], number>>> = {
  int64: Number.MAX_SAFE_INTEGER,
  uint64: Number.MAX_SAFE_INTEGER,
  any: Number.MAX_SAFE_INTEGER,
  RawExtension: Number.MAX_SAFE_INTEGER,
  IntOrString: 2 ** 31 - 1,
};

function hasLargeIntegers({ type }: Part): boolean {
  return type in greatest;
}

/** Replaces integers that are too large for a server. */
const withoutLargeIntegers: Change = ({ type }, value) => {
  const most = greatest[type];
  if (most === undefined) return value;
  const isLarge = (one: unknown) => Number.isInteger(one) && Math.abs(one as number) > most;
  return JSON.parse(JSON.stringify(value), (_name, one: unknown) => (isLarge(one) ? 0 : one)) as unknown;
};

/** Reports whether a zero of a property is unset in a server, and may be left out. */
function ignoresZero(part: Part): boolean {
  if (!("omitZero" in part) || !isPrimitive(valueKindOf(part))) return false;
  return part.default !== undefined || part.rules?.some(({ kind }) => kind === "required") !== true;
}

/** Removes zeros that are unset in a server. */
const withoutUnset: Change = (part, value) => (ignoresZero(part) && isZero(value) ? undefined : value);

/** Removes the zeros that defaults set in a cluster only. */
const withoutUnsetDefaults: Change = (part, value) =>
  "omitZero" in part && part.default !== undefined && isZero(value) ? undefined : value;

/** Types of the runtime that have rules in a CRD only, and how values of them become valid. */
const runtimeTypes: Readonly<Record<string, (value: unknown) => unknown>> = {
  StatusReason: () => "Invalid",
  LabelSelector: () => ({}),
  LabelSelectorRequirement: () => ({ key: "", operator: "Exists" }),
  GroupVersionKind: () => ({ group: "", version: "", kind: "" }),
  Condition: (value) => {
    // The type is the key of lists.
    const { type } = isObject(value) ? value : {};
    const valid = `T${Buffer.from(String(type)).toString("hex").slice(0, 300)}`;
    return { type: valid, status: "True", lastTransitionTime: "2026-01-02T03:04:05Z", reason: "A", message: "" };
  },
};

/** Reports whether a part is of a type of the runtime that has rules in a CRD only. */
function isOfRuntime(part: Part): boolean {
  return ofRuntime(part) !== undefined;
}

/** Makes the value of a part valid that is of a type of the runtime. */
const toValid: Change = (part, value) => ofRuntime(part)?.(value) ?? value;

function ofRuntime(part: Part): ((value: unknown) => unknown) | undefined {
  if (part.type !== "ref") return undefined;
  const { model = "" } = shapeOf(part.to());
  return runtimeTypes[/^io\.k8s\.apimachinery\.pkg\.apis\.meta\.v1\.(\w+)$/.exec(model)?.[1] ?? ""];
}

/** Returns the members of the union to which a part refers; undefined for another part. */
function unionOf(part: Part): SchemaShape | undefined {
  const shape = part.type === "ref" ? shapeOf(part.to()) : undefined;
  return shape?.discriminator === undefined ? undefined : shape;
}

/** Removes the properties that only members of a union have which are not selected. */
const withoutOtherMembers: Change = (part, value) => {
  const { discriminator = "", members = {} } = unionOf(part) ?? {};
  const selected = isObject(value) ? members[String(value[discriminator])] : undefined;
  if (!isObject(value) || selected === undefined) return value;
  const namesOf = (to: () => TypeSchema): readonly string[] => Object.keys(shapeOf(to()).fields ?? {});
  const others = new Set(Object.values(members).flatMap(namesOf));
  for (const name of namesOf(selected)) others.delete(name);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !others.has(name)));
};

/** Reports whether requests can leave out a property of which a server always stores a value. */
function isFilledUp(part: Part, name: string): boolean {
  if ("optional" in part) return false;
  return name === "metadata" || name === "status" || ("required" in part && !part.required);
}

/** Returns a stored value without zeros of properties that the other value does not have. */
function withoutZeros(schema: TypeSchema, value: unknown, other: unknown): unknown {
  const { fields = {}, value: of } = shapeOf(schema);
  if (of !== undefined) return withoutZerosIn(of, value, other);
  if (!isObject(value) || !isObject(other)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field === undefined) return [[name, one]];
      if (isFilledUp(field, name) && isZero(one) && !Object.hasOwn(other, name)) return [];
      return [[name, withoutZerosIn(field, one, other[name])]];
    }),
  );
}

function withoutZerosIn(part: Part, value: unknown, other: unknown): unknown {
  if (part.type === "list" && Array.isArray(value) && Array.isArray(other))
    return value.map((item, index) => withoutZerosIn(part.items, item, other[index]));
  if (part.type === "map" && isObject(value) && isObject(other))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, withoutZerosIn(part.values, one, other[key])]),
    );
  return part.type === "ref" || part.type === "embedded" ? withoutZeros(part.to(), value, other) : value;
}

/** Reports whether a value is a zero, an empty list, or an object of zeros. */
function isZero(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) ? Object.values(value).every(isZero) : zeros.has(value);
}

const zeros: ReadonlySet<unknown> = new Set(["", 0, false, null, "0", "0s"]);

/** How a row excuses a difference by the parts of a type. */
interface PartRow {
  readonly row: Row;
  /** Reports whether the row applies to a part. */
  readonly isWanted: (part: Part, name: string) => boolean;
  /** Changes the sent objects. */
  readonly change?: Change;
  /** Returns the answers without what may differ. */
  readonly view: (schema: TypeSchema, both: Both) => Both;
}

/** The rows that excuse differences of parts, in the order in which they are tried. */
export const partRows: readonly PartRow[] = [
  { row: "oneSided", isWanted: isRewritten, change: toAccepted, view: (_schema, both) => both },
  { row: "canonical", isWanted: isRewritten, change: toCanonical, view: (_schema, both) => both },
  { row: "tooLarge", isWanted: hasLargeIntegers, change: withoutLargeIntegers, view: (_schema, both) => both },
  {
    row: "otherMembers",
    isWanted: (part) => unionOf(part) !== undefined,
    change: withoutOtherMembers,
    view: (_schema, both) => both,
  },
  { row: "zero", isWanted: isFilledUp, view: zerosLeftOut },
  { row: "omitZero", isWanted: ignoresZero, change: withoutUnset, view: ignoredLeftOut },
  { row: "runtime", isWanted: isOfRuntime, change: toValid, view: ignoredLeftOut },
];

/** Returns the rows that excuse no difference of a type, since it lacks their parts. */
export function idleRows(schema: TypeSchema): readonly Row[] {
  return partRows.filter(({ isWanted }) => !hasPart(schema, isWanted)).map(({ row }) => row);
}

function zerosLeftOut(schema: TypeSchema, { cluster, server }: Both): Both {
  return { cluster, server: { ...server, stored: withoutZeros(schema, server.stored, cluster.stored) } };
}

function ignoredLeftOut(schema: TypeSchema, { cluster, server }: Both): Both {
  const view = (one: Answer): Answer => ({ ...one, stored: withChanges(schema, one.stored, withoutUnsetDefaults) });
  return zerosLeftOut(schema, { cluster: view(cluster), server: view(server) });
}
