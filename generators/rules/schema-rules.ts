import type { PlanInput } from "../../engine/plan/generator.js";
import { packageById, typeById } from "../../engine/model/lookup.js";
import type { Field, PackageId, Type, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import type { Rule } from "../../runtime/schema/rule.js";
import { patchArgument } from "../markers/patch.js";
import { activate } from "./activation.js";
import { readAllRules, type RuleModel } from "./model.js";
import { elementType, nativeKind } from "./native.js";
import type { FieldNode, TypeNode } from "./node.js";
import { dataOf, type Validations } from "./rule.js";

/** Facts about a type or field on which validation rules depend, as in the generated schema. */
export interface SchemaRuleFacts {
  readonly infer?: "none";
  readonly redeclared?: true;
  readonly opaque?: readonly string[];
  readonly rules?: readonly Rule[];
}

/** Facts about the validation rules of types and their fields, as plain data. */
export interface PackageRules {
  readonly [type: TypeId]: {
    readonly type: SchemaRuleFacts;
    readonly fields: { readonly [name: string]: SchemaRuleFacts };
  };
}

/** Provides the facts about validation rules for the schemas of a project. */
export class SchemaRules {
  readonly #input: PlanInput;
  /** Undefined if the generator `validation` is disabled; schemas then contain no rules. */
  readonly #model: Pick<RuleModel, "nodes" | "lists"> | undefined;
  /** Results of `#infers`, by package: true if the package's types imply rules. */
  readonly #inferring = new Map<PackageId, boolean>();

  constructor(input: PlanInput) {
    this.#input = input;
    this.#model = input.selected.has("validation") ? readAllRules(input) : undefined;
  }

  of(types: readonly TypeDeclaration[]): PackageRules {
    return Object.fromEntries(
      types.map((type) => {
        const fields = type.shape.kind === "object" ? type.shape.fields : [];
        const ofFields = fields.map((field) => [field.name, this.#ofField(type, field)] as const);
        return [type.id, { type: this.#ofType(type), fields: Object.fromEntries(ofFields) }];
      }),
    );
  }

  #ofType(type: TypeDeclaration): SchemaRuleFacts {
    const { id, markers, shape } = type;
    const of = shape.kind === "alias" ? shape.of : undefined;
    const node = this.#node(id);
    const infer = this.#infers(type) ? {} : ({ infer: "none" } as const);
    if (node === undefined) return infer;
    const rules = dataOf(node.validations.rules).filter((rule) => !this.#isOfLiterals(type, rule));
    return {
      ...infer,
      ...facts(this.#opaque(node.validations, of), this.#identified(type, rules, id, markers)),
    };
  }

  #ofField(type: TypeDeclaration, field: Field): SchemaRuleFacts {
    const [node, own] = this.#field(type, field);
    const redeclared = this.#isRedeclared(type, field) ? ({ redeclared: true } as const) : {};
    if (node === undefined || own === undefined) return redeclared;
    const stated = dataOf(own.validations.rules);
    const path = `${node.declaration.id}.${field.name}`;
    const isStated = stated.some(({ kind, stability }) => kind === "required" && stability !== "alpha");
    const mustBePresent = own.presence === "required" && !isStated && (field.optional || !this.#infers(type));
    const rules: readonly Rule[] = [
      ...(mustBePresent ? [{ kind: "required", texts: "crd" } as const] : []),
      ...this.#identified(type, stated, path, field.markers),
    ];
    return {
      ...redeclared,
      ...facts(this.#opaque(own.validations, field.type), rules),
    };
  }

  /** Reports whether a type's declaration also implies rules. */
  #infers({ package: id }: TypeDeclaration): boolean {
    const known = this.#inferring.get(id);
    if (known !== undefined) return known;
    const pkg = packageById(this.#input.universe, id);
    const activation = pkg === undefined ? undefined : activate(this.#input.universe, pkg);
    const infers = activation === undefined || (activation.infers && !activation.isOff);
    this.#inferring.set(id, infers);
    return infers;
  }

  /** Reports whether a type declares a field that one of its bases also declares. */
  #isRedeclared({ shape }: TypeDeclaration, { name, from }: Field): boolean {
    if (shape.kind !== "object" || from !== undefined) return false;
    return shape.bases.some((base) => {
      const of = typeById(this.#input.universe, base)?.shape;
      return of?.kind === "object" && of.fields.some((field) => field.name === name);
    });
  }

  /**
   * Adds the keys that identify the items of a list, if hand-written code checks them. Omits the
   * rule that the items are unique, if the markers `listType` and `listMapKey` in the schema
   * already imply it.
   */
  #identified(type: TypeDeclaration, rules: readonly Rule[], path: string, markers: Field["markers"]): readonly Rule[] {
    const { semantic, keys = [], hasCustomUnique } = this.#model?.lists.get(path) ?? {};
    if (semantic !== "set" && semantic !== "map") return rules;
    if (hasCustomUnique === true)
      return [...rules, { kind: "unique", ...(semantic === "map" && { keys }), silent: true }];
    const last = rules.at(-1);
    const isLast = last?.kind === "unique" && last.texts === undefined && last.stability === undefined;
    const isImplied = isLast && this.#infers(type) && patchArgument(markers, "listType") === semantic;
    return isImplied ? rules.slice(0, -1) : rules;
  }

  /**
   * Reports whether the literals of an alias imply a rule. Such a rule is omitted, because the
   * schema already contains the literals.
   */
  #isOfLiterals(type: TypeDeclaration, rule: Rule): boolean {
    const { shape } = type;
    if (shape.kind !== "alias" || shape.of.kind !== "literals") return false;
    const { values } = shape.of;
    return (
      this.#infers(type) &&
      rule.kind === "enum" &&
      rule.stability === undefined &&
      rule.exclusions === undefined &&
      rule.values.length === values.length &&
      rule.values.every((value) => values.includes(value))
    );
  }

  #opaque({ opaque, opaqueKey, opaqueValue }: Validations, of: Type | undefined): readonly string[] {
    const kind = of === undefined ? undefined : nativeKind(this.#input.universe, of);
    const part = kind === "map" ? "values" : "items";
    const element = of?.kind === "list" || of?.kind === "map" ? elementType(this.#input.universe, of) : undefined;
    return [
      ...(opaque || this.#isForeign(of) ? ["type"] : []),
      ...(opaqueValue || this.#isForeign(element) ? [part] : []),
      ...(opaqueKey ? ["keys"] : []),
    ];
  }

  /**
   * Reports whether an npm package other than the runtime declares a type and exports no validation
   * function for it.
   */
  #isForeign(type: Type | undefined): boolean {
    if (type?.kind !== "ref" || this.#node(type.to) !== undefined) return false;
    const pkg = packageById(this.#input.universe, type.to.slice(0, type.to.indexOf("#")));
    return pkg?.kind === "module" && pkg.id !== "@apimachinery/runtime";
  }

  #node(id: TypeId): TypeNode | undefined {
    return this.#model?.nodes.get(id);
  }

  #own(id: TypeId, name: string): FieldNode | undefined {
    return this.#node(id)?.fields.find(({ field }) => field.name === name);
  }

  /**
   * Returns the rules of the type whose function validates a field, and the rules of the field.
   * Both are undefined for a field that an exported base declares, because the schema of the base
   * contains these rules.
   */
  #field(type: TypeDeclaration, { name, from }: Field): readonly [TypeNode | undefined, FieldNode | undefined] {
    const own = this.#own(type.id, name);
    if (own !== undefined || from === undefined) return [this.#node(type.id), own];
    // A base that is not exported has no schema, so the rules of its fields are added here.
    const isExported = typeById(this.#input.universe, from)?.exported === true;
    return isExported ? [undefined, undefined] : [this.#node(from), this.#own(from, name)];
  }
}

function facts(opaque: readonly string[], rules: readonly Rule[]): SchemaRuleFacts {
  return { ...(opaque.length > 0 && { opaque }), ...(rules.length > 0 && { rules }) };
}
