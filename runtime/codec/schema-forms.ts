import { selectedMember } from "../schema/resolve-shape.js";
import { shapeOf, type SchemaShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { getOwn, setOwn } from "../json/values.js";

/**
 * Converts a value of one type between two forms, for example from memory to wire format. Returns
 * the value itself if nothing changes. Never mutates the value.
 */
export type ConvertForm = (value: unknown) => unknown;

/** Functions that convert the parts of a value between two forms. */
export interface FormRules {
  /** Returns the function that converts a scalar; undefined if its two forms are equal. */
  readonly scalar: (value: ValueShape) => ConvertForm | undefined;
  /** Converts the value of a field or list item whose type has a kind. Default: no change. */
  readonly nestedKind?: ConvertForm;
}

/**
 * Returns a function that takes a type and returns its conversion function. For most types both
 * forms are equal; it then returns undefined, and the caller skips the conversion. An optional
 * field whose converted value is null is removed.
 */
export function schemaForms(rules: FormRules): (schema: TypeSchema) => ConvertForm | undefined {
  const forms = new Forms(rules);
  return (schema) => forms.of(schema);
}

class Forms {
  readonly #rules: FormRules;
  readonly #known = new WeakMap<TypeSchema, { readonly form: ConvertForm | undefined }>();

  constructor(rules: FormRules) {
    this.#rules = rules;
  }

  of(schema: TypeSchema): ConvertForm | undefined {
    const known = this.#known.get(schema);
    if (known !== undefined) return known.form;
    const form = this.#differs(schema, new Set()) ? this.#ofType(shapeOf(schema)) : undefined;
    this.#known.set(schema, { form });
    return form;
  }

  /** Reports whether the two forms of a type differ. */
  #differs(schema: TypeSchema, seen: Set<TypeSchema>): boolean {
    if (seen.has(schema)) return false;
    seen.add(schema);
    const shape = shapeOf(schema);
    if (shape.value !== undefined) return this.#valueDiffers(shape.value, seen);
    const members = Object.values(shape.members ?? {});
    if (members.some((member) => this.#differs(member(), seen))) return true;
    return Object.values(shape.fields ?? {}).some((field) => this.#valueDiffers(field, seen));
  }

  #valueDiffers(value: ValueShape, seen: Set<TypeSchema>): boolean {
    switch (value.type) {
      case "list":
        return this.#valueDiffers(value.items, seen);
      case "map":
        return this.#valueDiffers(value.values, seen);
      case "tuple":
        return value.items.some((item) => this.#valueDiffers(item, seen));
      case "ref":
        return this.#changesKind(value.to()) || this.#differs(value.to(), seen);
      case "embedded":
        return this.#differs(value.to(), seen);
      default:
        return this.#rules.scalar(value) !== undefined;
    }
  }

  #changesKind(schema: TypeSchema): boolean {
    return this.#rules.nestedKind !== undefined && shapeOf(schema).gvk !== undefined;
  }

  #ofType(shape: SchemaShape): ConvertForm {
    if (shape.value !== undefined) return this.#ofValue(shape.value) ?? same;
    if (shape.discriminator !== undefined) return this.#ofUnion(shape);
    return this.#ofObject(shape);
  }

  #ofObject(shape: SchemaShape): ConvertForm {
    const fields = Object.entries(shape.fields ?? {}).flatMap(([name, field]) => {
      const form = this.#ofValue(field);
      return form === undefined ? [] : [{ name, form, isOptional: field.optional === true }];
    });
    return (value) => {
      if (typeof value !== "object" || value === null) return value;
      let copy: Record<string, unknown> | undefined;
      for (const { name, form, isOptional } of fields) {
        const child = getOwn(value as Readonly<Record<string, unknown>>, name);
        if (child === undefined || child === null) continue;
        const converted = form(child);
        if (converted === child) continue;
        copy ??= { ...value };
        if (converted === null && isOptional) Reflect.deleteProperty(copy, name);
        else setOwn(copy, name, converted);
      }
      return copy ?? value;
    };
  }

  #ofUnion(shape: SchemaShape): ConvertForm {
    return (value) => {
      const member = selectedMember(shape, value);
      return member === undefined ? value : (this.of(member) ?? same)(value);
    };
  }

  #ofValue(value: ValueShape): ConvertForm | undefined {
    if (!this.#valueDiffers(value, new Set())) return undefined;
    switch (value.type) {
      case "list":
        return listForm(this.#ofValue(value.items) ?? same);
      case "tuple": {
        const items = value.items.map((item) => this.#ofValue(item) ?? same);
        return (tuple) => (Array.isArray(tuple) ? tuple.map((child, i) => (items[i] ?? same)(child)) : tuple);
      }
      case "map":
        return mapForm(this.#ofValue(value.values) ?? same);
      case "ref":
        return this.#ofReference(value.to);
      case "embedded":
        return (child) => (this.of(value.to()) ?? same)(child);
      default:
        return this.#rules.scalar(value);
    }
  }

  #ofReference(to: () => TypeSchema): ConvertForm {
    return (child) => {
      const target = to();
      const converted = (this.of(target) ?? same)(child);
      return this.#changesKind(target) ? this.#rules.nestedKind?.(converted) : converted;
    };
  }
}

function listForm(item: ConvertForm): ConvertForm {
  return (list) => {
    if (!Array.isArray(list)) return list;
    const given: readonly unknown[] = list;
    const converted = given.map(item);
    return converted.some((child, i) => child !== given[i]) ? converted : given;
  };
}

function mapForm(form: ConvertForm): ConvertForm {
  return (map) => {
    if (typeof map !== "object" || map === null) return map;
    let copy: Record<string, unknown> | undefined;
    for (const [key, child] of Object.entries(map)) {
      const converted = form(child);
      if (converted !== child) setOwn((copy ??= { ...map }), key, converted);
    }
    return copy ?? map;
  };
}

function same(value: unknown): unknown {
  return value;
}
