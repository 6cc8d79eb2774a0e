import type { PlanInput } from "../../../../engine/plan/generator.js";
import type { Marker } from "../../../../engine/markers/marker.js";
import { packageById, typeById } from "../../../../engine/model/lookup.js";
import type {
  Field as FieldDeclaration,
  ObjectShape,
  Package,
  Type,
  TypeDeclaration,
  TypeId,
} from "../../../../engine/model/universe.js";
import { typeString } from "../../../../engine/print/type.js";
import { lazily, once } from "../../../../engine/util/once.js";
import type { Position } from "../../../../engine/base/problem.js";
import { rename } from "../../../../generators/markers/conversion.js";
import { constantValue } from "../../../../generators/type-schemas/default.js";
import { omitZero } from "../../../../generators/markers/defaults.js";
import { packageMessages } from "../../../../generators/messages/package-messages.js";
import { patchArgument, patchArguments } from "../../../../generators/markers/patch.js";
import type { Default, APIField, APIScalar, APIShape, MergeStructure, APIValue } from "../form/api.js";
import { canonical } from "../form/canonical.js";
import { constraintsOf, type RuleData } from "../form/constraints.js";
import { isWhole } from "../form/value-range.js";
import { celOf, ruleReader, type RulesOf } from "./read-rules.js";

/** Position of a value in the sources, with its name in messages and its markers. */
interface Place {
  readonly position: Position;
  readonly label: string;
  readonly markers: readonly Marker[];
}

/** Converts the types of a project to the form `APIValue`, which the comparison reads. */
export class ValueReader {
  readonly #rulesOf: RulesOf;
  readonly #numbersOf: NumbersOf;
  readonly #declared = new Map<TypeId, APIValue>();

  constructor(private readonly input: PlanInput) {
    this.#rulesOf = ruleReader(input);
    this.#numbersOf = numberReader(input);
  }

  /** Returns a declared type in the form `APIValue`. */
  declared(type: TypeDeclaration): APIValue {
    const known = this.#declared.get(type.id);
    if (known !== undefined) return known;
    const { id, position, markers } = type;
    const label = typeString(this.input.universe, type);
    const rules = this.#rulesOf(id);
    const shape = this.#shapeOfType(type, rules, { position, label, markers });
    const value: APIValue = {
      key: id,
      position,
      label,
      shape,
      constraints: constraintsOf(rules, isInteger(shape)),
      structure: this.#structure([markers], type.shape.kind === "alias" ? type.shape.of : undefined),
    };
    this.#declared.set(id, value);
    return value;
  }

  /**
   * Returns the type of a value in the form `APIValue`.
   * @param rules the rules that the property adds to those of the type
   */
  #value(type: Type, rules: readonly RuleData[], place: Place): APIValue {
    const { position, label, markers } = place;
    const declaration = this.#declarationOf(type);
    const own = rules.filter(({ kind }) => !isOfPlace.has(kind));
    if (declaration === undefined) {
      const shape = this.#shape(type, own, place);
      const constraints = constraintsOf([...own, ...ruleOfLiterals(type)], isInteger(shape));
      return { position, label, shape, constraints, structure: this.#structure([markers], undefined) };
    }
    const declared = this.declared(declaration);
    if (own.length === 0 && !markers.some(isStructural)) return declared;
    const all = [...own, ...this.#rulesOf(declaration.id)];
    const shape = this.#shapeOfType(declaration, all, { ...place, label: declaration.name });
    return {
      position,
      label,
      shape,
      constraints: constraintsOf([...all, ...ruleOfShape(declaration)], isInteger(shape)),
      structure: this.#structure([markers], type),
      declared: () => declared,
    };
  }

  #declarationOf(type: Type): TypeDeclaration | undefined {
    const id = type.kind === "ref" ? type.to : type.kind === "embedded" ? type.of : undefined;
    return id === undefined ? undefined : typeById(this.input.universe, id);
  }

  /**
   * Returns the shape of a declared type.
   * @param rules all rules of the value, including those of its type
   */
  #shapeOfType(type: TypeDeclaration, rules: readonly RuleData[], place: Place): APIShape {
    const { shape, id } = type;
    switch (shape.kind) {
      case "object":
        return {
          kind: "object",
          fields: lazily(() => this.#fields(type, shape, rules)),
          numbers: this.#numbersOf(type),
        };
      case "union": {
        const members = shape.members.flatMap(({ value, type: member }) => {
          const declaration = typeById(this.input.universe, member);
          return declaration === undefined ? [] : [[value, () => this.declared(declaration)] as const];
        });
        return {
          kind: "union",
          discriminator: shape.discriminator,
          members: new Map(members),
          numbers: this.#numbersOf(type),
        };
      }
      case "alias":
        return this.#shape(shape.of, rules, place);
      case "opaque":
        return { kind: "opaque", name: id };
    }
  }

  #shape(type: Type, rules: readonly RuleData[], place: Place): APIShape {
    const inner = { position: place.position, label: `${place.label}[]`, markers: [] };
    switch (type.kind) {
      case "scalar":
        return { kind: "scalar", name: type.name };
      case "literals":
        return { kind: "scalar", name: scalarOfLiterals(type.values) };
      case "list":
        return { kind: "list", item: lazily(() => this.#value(type.element, rulesWithin(rules, "items"), inner)) };
      case "map": {
        const keys = constraintsOf([
          ...rulesWithin(rules, "keys"),
          ...(type.key === undefined ? [] : this.#keyRules(type.key)),
        ]);
        return { kind: "map", keys, value: lazily(() => this.#value(type.value, rulesWithin(rules, "values"), inner)) };
      }
      case "tuple":
        return { kind: "tuple", items: lazily(() => type.elements.map((element) => this.#value(element, [], inner))) };
      case "ref":
      case "embedded": {
        const declaration = this.#declarationOf(type);
        if (declaration === undefined) return { kind: "opaque", name: type.kind === "ref" ? type.to : type.of };
        return this.#shapeOfType(declaration, rules, place);
      }
    }
  }

  #keyRules(id: TypeId): readonly RuleData[] {
    const type = typeById(this.input.universe, id);
    return type === undefined ? [] : [...this.#rulesOf(id), ...ruleOfShape(type)];
  }

  #fields(type: TypeDeclaration, { fields }: ObjectShape, rules: readonly RuleData[]): ReadonlyMap<string, APIField> {
    return new Map(fields.map((field) => [field.name, this.#field(type, field, rules)]));
  }

  #field(of: TypeDeclaration, field: FieldDeclaration, rules: readonly RuleData[]): APIField {
    const { name, position, optional, markers } = field;
    const owner = field.from === undefined ? undefined : typeById(this.input.universe, field.from);
    const label = `${typeString(this.input.universe, owner ?? of)}.${name}`;
    const ofField = rules.filter((rule) => rule.kind === "property" && rule["name"] === name);
    const own = [...ofField.flatMap((rule) => rule["rules"] as readonly RuleData[]), ...celOf(markers)];
    const isFilled = own.some(({ kind }) => kind === "required") && ofField.every((rule) => rule["pointer"] !== true);
    const value = lazily(() => {
      const read = this.#value(field.type, own, { position, label, markers });
      return isFilled ? this.#value(field.type, [...own, ...filledRules(read)], { position, label, markers }) : read;
    });
    const target = rename.read(field);
    const given = defaultOf(this.input, of, field);
    return {
      name,
      position,
      label,
      isOptional: optional,
      isRequired: own.some(({ kind }) => kind === "present" || kind === "required"),
      omitsZero: omitZero.has(field),
      ...(given === undefined ? {} : { default: given }),
      ...(target === undefined ? {} : { renamed: target }),
      value,
    };
  }

  /** Returns the merge strategy. Markers of a property take precedence over those of its type. */
  #structure(lists: readonly (readonly Marker[])[], type: Type | undefined): MergeStructure {
    const declaration = type === undefined ? undefined : this.#declarationOf(type);
    if (declaration !== undefined && lists.length < 16) {
      const next = declaration.shape.kind === "alias" ? declaration.shape.of : undefined;
      return this.#structure([...lists, declaration.markers], next);
    }
    const stated = (name: string): string | undefined =>
      lists.map((markers) => patchArgument(markers, name)).find((value) => value !== undefined);
    const listType = stated("listType");
    const keys = lists.map((markers) => patchArguments(markers, "listMapKey")).find((names) => names.length > 0) ?? [];
    return {
      listType: listType === "set" || listType === "map" ? listType : "atomic",
      mapKeys: keys,
      isAtomic: stated("mapType") === "atomic" || stated("structType") === "atomic",
    };
  }
}

/**
 * Kinds of rules that are not copied to the value, because they describe the property or refer to
 * the declared type.
 */
const isOfPlace: ReadonlySet<string> = new Set(["present", "required", "optional", "type"]);

function isStructural({ name }: Marker): boolean {
  return /^(k8s:)?(listType|listMapKey|mapType|structType)$/.test(name);
}

function rulesWithin(rules: readonly RuleData[], part: "items" | "values" | "keys"): readonly RuleData[] {
  return rules.flatMap((rule) => (rule.kind === part ? (rule["rules"] as readonly RuleData[]) : []));
}

function isInteger(shape: APIShape): boolean {
  return shape.kind === "scalar" && isWhole(shape.name);
}

function scalarOfLiterals(values: readonly (string | number | boolean)[]): APIScalar {
  const [first] = values;
  if (typeof first === "boolean") return "boolean";
  return typeof first === "number" ? "float64" : "string";
}

/** Returns the enumeration of a type that is a union of literals. */
function ruleOfLiterals(type: Type): readonly RuleData[] {
  return type.kind === "literals" ? [{ kind: "enum", values: type.values }] : [];
}

function ruleOfShape({ shape }: TypeDeclaration): readonly RuleData[] {
  return shape.kind === "alias" ? ruleOfLiterals(shape.of) : [];
}

/** Returns the rules by which `+k8s:required` refuses an empty value. */
function filledRules({ shape }: APIValue): readonly RuleData[] {
  if (shape.kind === "list") return [{ kind: "minItems", limit: 1 }];
  if (shape.kind === "map") return [{ kind: "minProperties", limit: 1 }];
  if (shape.kind !== "scalar") return [];
  if (shape.name === "string" || shape.name === "bytes") return [{ kind: "minLength", limit: 1 }];
  if (shape.name === "boolean") return [{ kind: "neq", value: false }];
  return isWhole(shape.name) || shape.name.startsWith("float") ? [{ kind: "neq", value: 0 }] : [];
}

function defaultOf({ universe }: PlanInput, of: TypeDeclaration, field: FieldDeclaration): Default | undefined {
  const found = constantValue(universe, of, field);
  if (found === undefined) return undefined;
  return "value" in found ? { text: canonical(found.value), value: found.value } : { text: found.fault };
}

/**
 * Returns the protobuf field numbers of a type, by the names of properties, base types and union
 * members.
 */
type NumbersOf = (type: TypeDeclaration) => ReadonlyMap<string, number>;

/** Returns a function that reads field numbers from `generated.proto` and from markers. */
function numberReader(input: PlanInput): NumbersOf {
  const messagesOf = once(
    (pkg: Package) => packageMessages(input, pkg, undefined, [])?.messages ?? new Map<string, never>(),
  );
  return ({ id, package: pkg }) => {
    const found = packageById(input.universe, pkg);
    const message = found === undefined ? undefined : messagesOf(found).get(id);
    if (message === undefined) return none;
    const { fields, numbers } = message;
    return new Map(
      fields.flatMap((field) => {
        const number = numbers.byField.get(field);
        if (number === undefined || field.kind === "items") return [];
        return [[field.kind === "base" ? field.origin : field.place, number] as const];
      }),
    );
  };
}

const none: ReadonlyMap<string, number> = new Map();
