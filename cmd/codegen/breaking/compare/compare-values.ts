import type { APIField, APIKind, APIShape, APIValue } from "../form/api.js";
import { nameOfKind, type StateChange } from "../form/change.js";
import type { ChangeCode } from "../form/codes.js";
import { compareConstraints, type ConstraintScope } from "./compare-constraints.js";
import { compareFields } from "./compare-fields.js";
import { compareStructure, compareTypes } from "./compare-types.js";
import type { FormDifference } from "./difference.js";

/** Field path of a value in a kind. */
export interface ComparedPlace {
  readonly group: string;
  readonly kind: string;
  readonly path: string;
}

type ShapeOf<Kind extends APIShape["kind"]> = Extract<APIShape, { readonly kind: Kind }>;

/** Facts about the property that contains a value, which the comparison of the value needs. */
interface Around {
  readonly isZeroUnset: boolean;
  /** True if the property has a protobuf field number in both states. */
  readonly isMessage: boolean;
}

const plain: Around = { isZeroUnset: false, isMessage: false };

/** Compares the types of values. Each pair of an old and a new type is compared once. */
class ValueComparison {
  readonly changes: StateChange[] = [];
  readonly #compared = new Set<string>();

  /** Compares the old and the new value at a field path. */
  compare(old: APIValue, now: APIValue, place: ComparedPlace, around: Around = plain): void {
    if (old.key !== undefined && now.key !== undefined) {
      const pair = `${old.key} ${now.key} ${String(around.isZeroUnset)} ${String(around.isMessage)}`;
      if (this.#compared.has(pair)) return;
      this.#compared.add(pair);
    }
    const [declaredOld, declaredNow] = [old.declared?.(), now.declared?.()];
    if (declaredOld === undefined || declaredNow === undefined) {
      this.#report(this.#differences(old, now, around), now, place);
    } else {
      this.compare(declaredOld, declaredNow, place, around);
      const known = new Set(this.#differences(declaredOld, declaredNow, around).map(keyOf));
      const own = this.#differences(old, now, around).filter((difference) => !known.has(keyOf(difference)));
      this.#report(own, now, place);
    }
    this.#parts(old, now, place);
  }

  #differences(old: APIValue, now: APIValue, around: Around): readonly FormDifference[] {
    const type = compareTypes(old, now, around.isMessage);
    if (type?.severity === "breaking") return [type];
    const scope: ConstraintScope = {
      isZeroUnset: around.isZeroUnset,
      oldFields: old.shape.kind === "object" ? new Set(old.shape.fields().keys()) : new Set(),
    };
    const structure = compareStructure(old, now);
    // The type of a list also decides which items must be unique. A changed list type is already
    // reported, so the resulting rule about unique items is not.
    const isCause = structure.some(({ code }) => code === "changed-list-type" || code === "changed-map-key");
    return [
      ...(type === undefined ? [] : [type]),
      ...compareConstraints(
        old,
        isCause ? { shape: now.shape, constraints: { ...now.constraints, unique: new Set() } } : now,
        scope,
      ),
      ...structure,
    ];
  }

  #report(differences: readonly FormDifference[], value: APIValue, place: ComparedPlace): void {
    const { position, label } = value;
    for (const { detail, ...difference } of differences)
      this.changes.push({ ...place, ...difference, position, message: `${label}: ${detail}` });
  }

  #parts({ shape: old }: APIValue, value: APIValue, place: ComparedPlace): void {
    const { shape: now } = value;
    const inner = (step: string): ComparedPlace => ({ ...place, path: `${place.path}${step}` });
    if (old.kind === "list" && now.kind === "list") this.compare(old.item(), now.item(), inner("[]"));
    else if (old.kind === "map" && now.kind === "map") {
      this.#keys(old, now, value, place);
      this.compare(old.value(), now.value(), inner("{}"));
    } else if (old.kind === "tuple" && now.kind === "tuple") {
      const items = now.items();
      old.items().forEach((item, index) => {
        const other = items[index];
        if (other !== undefined) this.compare(item, other, inner("[]"));
      });
    } else if (old.kind === "union" && now.kind === "union") this.#union(old, now, value, place);
    else if (old.kind === "object" && now.kind === "object") this.#object(old, now, value, place);
  }

  #keys(old: ShapeOf<"map">, now: ShapeOf<"map">, value: APIValue, place: ComparedPlace): void {
    const shape = { kind: "scalar", name: "string" } as const;
    const scope: ConstraintScope = { isZeroUnset: false, oldFields: new Set() };
    const found = compareConstraints({ shape, constraints: old.keys }, { shape, constraints: now.keys }, scope);
    const ofKeys = found.map((difference) => ({ ...difference, detail: `for keys: ${difference.detail}` }));
    this.#report(ofKeys, value, place);
  }

  #union(old: ShapeOf<"union">, now: ShapeOf<"union">, value: APIValue, place: ComparedPlace): void {
    const at = { ...place, path: join(place.path, old.discriminator) };
    const report = (code: ChangeCode, severity: FormDifference["severity"], detail: string): void => {
      this.#report([{ code, severity, detail }], value, at);
    };
    if (old.discriminator !== now.discriminator) {
      report("changed-type", "breaking", `the discriminator changed from ${old.discriminator} to ${now.discriminator}`);
      return;
    }
    for (const [name, member] of old.members) {
      const other = now.members.get(name);
      if (other === undefined)
        report("removed-enum-member", "breaking", `the member ${JSON.stringify(name)} was removed`);
      else this.compare(member(), other(), place);
    }
    for (const name of now.members.keys())
      if (!old.members.has(name))
        report("added-enum-member", "compatible", `the member ${JSON.stringify(name)} is new`);
    this.#numbers(old, now, new Map(), value, place);
  }

  #object(old: ShapeOf<"object">, now: ShapeOf<"object">, value: APIValue, place: ComparedPlace): void {
    const [before, after] = [old.fields(), now.fields()];
    const isOpen = { old: old.isOpen === true, now: now.isOpen === true };
    for (const { field, path, ...difference } of compareFields(before, after, isOpen)) {
      const { position, label } = field ?? value;
      const { detail, ...own } = difference;
      this.changes.push({ ...place, ...own, path: join(place.path, path), position, message: `${label}${detail}` });
    }
    this.#numbers(old, now, after, value, place);
    for (const [name, field] of after) {
      const other = before.get(name);
      if (other === undefined) continue;
      const isMessage = old.numbers.has(name) && now.numbers.has(name);
      const isZeroUnset = isUnset(other) && isUnset(field);
      const at = { ...place, path: join(place.path, name) };
      this.compare(other.value(), field.value(), at, { isZeroUnset, isMessage });
    }
  }

  /** @param fields the properties of the new type; empty for a union, whose members have numbers */
  #numbers(
    old: ShapeOf<"object" | "union">,
    now: ShapeOf<"object" | "union">,
    fields: ReadonlyMap<string, APIField>,
    value: APIValue,
    place: ComparedPlace,
  ): void {
    for (const [name, number] of old.numbers) {
      const other = now.numbers.get(name);
      if (other === undefined || other === number) continue;
      const { position, label } = fields.get(name) ?? { position: value.position, label: `${value.label}.${name}` };
      this.changes.push({
        code: "changed-protobuf-number",
        severity: "breaking",
        ...place,
        path: fields.has(name) ? join(place.path, name) : place.path,
        position,
        message: `${label}: the protobuf number changed from ${String(number)} to ${String(other)}`,
        hint: "restore the number in generated.proto, because stored objects and clients use it",
      });
    }
  }
}

/**
 * Reports whether the zero value of a property is the same as absence: an optional property with
 * `+omitzero`.
 */
function isUnset({ isOptional, omitsZero }: APIField): boolean {
  return isOptional && omitsZero;
}

function join(path: string, name: string): string {
  return path === "" || name === "" ? `${path}${name}` : `${path}.${name}`;
}

function keyOf({ code, detail }: FormDifference): string {
  return `${code} ${detail}`;
}

/**
 * Returns the changes in the types of a kind. A change in a type is reported at the first path of
 * the type.
 */
export function compareKindValues(old: APIKind, now: APIKind): readonly StateChange[] {
  const comparison = new ValueComparison();
  comparison.compare(old.value, now.value, { group: now.group, kind: nameOfKind(now), path: "" });
  return comparison.changes;
}
