import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { compareText, type Problem } from "../../engine/base/problem.js";
import { messageNumbers } from "../messages/message-numbers.js";
import { SchemaRules } from "../rules/schema-rules.js";
import type { TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import { modelsOf } from "../json-schema/documented-types.js";
import { activeTypes } from "../type-schemas/activation.js";
import { checkMarkers } from "../type-schemas/check-markers.js";
import { planFile } from "./file.js";
import { schemaLookup } from "../type-schemas/lookup.js";
import { schemaMarkers } from "../markers/schema.js";

/**
 * Generates `const <T>Schema: Schema<T>`. Decoding, OpenAPI and patches need the structure of types
 * as data.
 */
export const schema: Generator = {
  name: "schema",
  description: "types as data: <T>Schema",
  outputs: { schema: "zz_generated.schema.ts" },
  markers: schemaMarkers,
  options: {},
  templates: new URL("../../templates/schema/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const problems: Problem[] = [];
  const lookup = schemaLookup(input);
  const rules = new SchemaRules(input);
  // The types that have definitions depend on the types of other packages that refer to them.
  const models = input.selected.has("openapi") ? modelsOf(input) : undefined;
  const files = input.packages.flatMap((pkg) => {
    const types = [...activeTypes(pkg)].sort((a, b) => compareText(a.name, b.name));
    if (types.length === 0) return [];
    // The numbers depend on the existing generated.proto, which is not part of the packages.
    const numbers = input.selected.has("protobuf") ? messageNumbers(input, pkg, input.path(pkg.id, "schema")) : {};
    // Rules depend on hand-written functions, which can be in another package.
    const facts = { numbers, rules: rules.of([...types, ...basesOf(input.universe, types)]), models: models?.(types) };
    const planned = input.memo("file", pkg.id, facts, () => {
      const own = types.flatMap((type) => checkMarkers(input.universe, type));
      return { file: planFile(input, pkg, types, lookup, facts, own), problems: own };
    });
    problems.push(...planned.problems);
    return [planned.file];
  });
  return { files, problems };
}

/** Returns the interfaces that types extend, directly or through others. */
function basesOf(universe: Universe, types: readonly TypeDeclaration[]): readonly TypeDeclaration[] {
  const found = new Set<TypeDeclaration>();
  const add = ({ shape }: TypeDeclaration): void => {
    for (const id of shape.kind === "object" ? shape.bases : []) {
      const base = typeById(universe, id);
      if (base === undefined || found.has(base)) continue;
      found.add(base);
      add(base);
    }
  };
  types.forEach(add);
  return [...found];
}
