import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PizzaSchema as PizzaV1alpha1 } from "../../apis/restaurant/v1alpha1/zz_generated.schema.js";
import { PizzaSchema as PizzaV1beta1, PizzaSpecSchema } from "../../apis/restaurant/v1beta1/zz_generated.schema.js";
import type { TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { crd } from "../../generators/crd/index.js";
import { rootSchema } from "../../generators/crd-schemas/schema/root-schema.js";
import { gvkOf } from "../../engine/model/group-version.js";
import { TypeSchemas } from "../../generators/type-schemas/type-schema.js";
import type { CELRuleSchema } from "../../runtime/cel/index.js";
import type { WrittenRule } from "../../runtime/cel/types/rule.js";
import { schemaType, selfSchema, withObjectMeta } from "../../runtime/cel/types/schema.js";
import { structuralSchema } from "../../runtime/rules/structural.js";
import { repository } from "../interop/repository.js";
import { selectedCases } from "../sizes.js";
import { corpora, loadFolders, loadKubernetes, planInput } from "./corpora.js";

/**
 * @file The checker of CEL gets the types of a kind as TypeScript declares them. Clusters get them
 * from the CustomResourceDefinition of the kind. Rules must be the same expressions in both.
 */

/**
 * The keywords, besides types, on which the values of expressions depend. Decoders leave out a
 * property with the value null, so that `nullable` makes no difference.
 */
const keywords = [
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
] as const;

/** A part of a schema as rules see it. */
interface Seen {
  readonly path: string;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Texts of the rules. */
  readonly rules: readonly string[];
}

/** Returns the parts of a schema. Rules do not see the parts of values of any type. */
function seenIn(schema: CELRuleSchema, path = ""): readonly Seen[] {
  const { items, additionalProperties, properties = {}, "x-kubernetes-validations": rules = [] } = schema;
  const type = schemaType(schema)?.declared.type;
  const facts = Object.fromEntries(keywords.map((keyword) => [keyword, schema[keyword]]));
  const own: Seen = { path, facts: { ...facts, type: type?.kind }, rules: rules.map(textOf) };
  if (type === undefined) return [own];
  return [
    own,
    ...Object.keys(properties)
      .toSorted()
      .flatMap((name) => seenIn(properties[name] ?? {}, `${path}.${name}`)),
    ...(isSchema(items) ? seenIn(items, `${path}[]`) : []),
    ...(isSchema(additionalProperties) ? seenIn(additionalProperties, `${path}{}`) : []),
  ];
}

function textOf({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: WrittenRule): string {
  return JSON.stringify([rule, message, messageExpression, reason, fieldPath, optionalOldSelf]);
}

/** Returns what one schema has: the facts of each part, or each rule at its place. */
function factsOf(seen: readonly Seen[]): readonly object[] {
  return seen.map(({ path, facts }) => ({ path, facts }));
}

function placedRules(seen: readonly Seen[]): readonly string[] {
  return seen.flatMap(({ path, rules }) => rules.map((rule) => `${path}: ${rule}`));
}

function isSchema(schema: unknown): schema is CELRuleSchema {
  return typeof schema === "object" && !Array.isArray(schema);
}

/** The schemas of the kinds of a universe: of their types, and of their definitions. */
interface Pair {
  readonly type: TypeDeclaration;
  readonly ofType: CELRuleSchema;
  readonly ofDefinition: CELRuleSchema;
}

function pairsOf(universe: Universe): readonly Pair[] {
  const schemas = new TypeSchemas(universe);
  const input = planInput(crd, universe);
  return Object.values(universe.packages)
    .filter(({ kind }) => kind === "folder")
    .flatMap(({ types }) => Object.values(types))
    .filter((type) => gvkOf(universe, type) !== null)
    .map((type) => ({
      type,
      ofType: withObjectMeta(selfSchema(structuralSchema(schemas.of(type.id)), true)),
      ofDefinition: withObjectMeta(selfSchema(rootSchema(input, type).schema as CELRuleSchema, true)),
    }));
}

/**
 * Compares the schemas of all kinds, and returns the number of kinds. A definition has more rules:
 * those that validation functions check without CEL.
 */
function compare(universe: Universe): number {
  const pairs = pairsOf(universe);
  for (const { type, ofType, ofDefinition } of pairs) {
    const [seen, inDefinition] = [seenIn(ofType), seenIn(ofDefinition)];
    expect(factsOf(seen), type.id).toEqual(factsOf(inDefinition));
    const known = placedRules(inDefinition);
    expect(placedRules(seen).filter((rule) => !known.includes(rule))).toEqual([]);
  }
  return pairs.length;
}

describe("rules see the same types in a kind's declaration and in its CustomResourceDefinition", () => {
  test("of the pizza API and of the example", () => {
    expect(compare(loadFolders(repository, ["apis", "examples/cafe/apis"]))).toBeGreaterThan(5);
  });

  test("of the inputs of the golden cases", () => {
    const golden = join(repository, "test/golden");
    const folders = ["crd", "openapi", "schema", "validation"].flatMap((generator) =>
      readdirSync(join(golden, generator))
        .map((name) => join(golden, generator, name, "input"))
        .filter((folder) => existsSync(join(folder, "apis"))),
    );
    const selected = [
      ...folders.filter((folder) => folder.includes("cel")),
      ...selectedCases(folders, { quick: 8, long: 1 }),
    ];
    const kinds = selected.map((folder) => compare(loadFolders(folder, ["apis"])));
    expect(Math.max(...kinds)).toBeGreaterThan(0);
  });

  test.skipIf(corpora === undefined)("of Kubernetes' API groups", { timeout: 600_000 }, () => {
    expect(compare(loadKubernetes())).toBeGreaterThan(100);
  });
});

test("the schemas of types during generation are those of the generated constants", () => {
  const schemas = new TypeSchemas(loadFolders(repository, ["apis"]));
  for (const [id, constant] of [
    ["apis/restaurant/v1alpha1#Pizza", PizzaV1alpha1],
    ["apis/restaurant/v1beta1#Pizza", PizzaV1beta1],
    ["apis/restaurant/v1beta1#PizzaSpec", PizzaSpecSchema],
  ] as const)
    expect(seenIn(structuralSchema(schemas.of(id)))).toEqual(seenIn(structuralSchema(constant)));
});
