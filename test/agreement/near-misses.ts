import * as fc from "fast-check";
import { randomFrom, type PickNumber } from "../../runtime/testing/rules/random.js";

/** Changes a JSON value at some places. */
export type Edit = (value: object) => object;

/** Returns arbitrary edits: most of them change one place, and some none. */
export function edits(): fc.Arbitrary<Edit> {
  return fc.tuple(fc.nat(), fc.constantFrom(0, 1, 1, 1, 2, 3)).map(([seed, count]) => (value) => {
    const random = randomFrom(seed);
    const copy = structuredClone(value) as Branch;
    for (let at = 0; at < count; at++) change(copy, random);
    return copy;
  });
}

type Branch = Record<string | number, unknown>;

interface Place {
  readonly parent: Branch;
  readonly key: string | number;
}

function change(value: Branch, random: PickNumber): void {
  const all = placesIn(value);
  const place = all[random(all.length)];
  if (place === undefined) return;
  const { parent, key } = place;
  const [form, other] = [forms[random(forms.length)] ?? remove, parent[key]];
  form(place, other, random);
}

/** Returns all places in a value. */
function placesIn(parent: Branch): readonly Place[] {
  const keys: readonly (string | number)[] = Array.isArray(parent)
    ? parent.map((_, index) => index)
    : Object.keys(parent);
  return keys.flatMap((key) => {
    const own = parent[key];
    return [{ parent, key }, ...(isBranch(own) ? placesIn(own) : [])];
  });
}

type Form = (place: Place, value: unknown, random: PickNumber) => void;

const wrong = [1, -1, "", "w", true, [], {}, 1.5, 2 ** 31, "x".repeat(300)];

const remove: Form = ({ parent, key }) => {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
};

const near: Form = ({ parent, key }, value, random) => {
  if (typeof value === "number") parent[key] = value + (random(2) === 0 ? 1 : -1);
  else if (typeof value === "string") parent[key] = random(2) === 0 ? `${value}x` : Array.from(value).slice(1).join("");
  else if (typeof value === "boolean") parent[key] = !value;
  else if (Array.isArray(value) && value.length > 0) value.push(structuredClone(value[random(value.length)]));
  else if (isBranch(value)) value["unknown"] = 1;
};

const empty: Form = ({ parent, key }, value) => {
  if (typeof value === "number") parent[key] = 0;
  else if (typeof value === "string") parent[key] = "";
  else if (typeof value === "boolean") parent[key] = false;
  else parent[key] = Array.isArray(value) ? [] : {};
};

const absent: Form = ({ parent, key }) => {
  parent[key] = null;
};

const other: Form = ({ parent, key }, _value, random) => {
  parent[key] = structuredClone(wrong[random(wrong.length)]);
};

const forms: readonly Form[] = [remove, remove, near, near, near, empty, empty, absent, absent, other];

function isBranch(value: unknown): value is Branch {
  return typeof value === "object" && value !== null;
}
