import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { orderStrings, type Problem } from "../../engine/base/problem.js";
import { messageNumbers } from "./message-numbers.js";
import { SchemaRules } from "../rules/schema-rules.js";
import type { TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import { referencesOfType } from "../../engine/model/type-references.js";
import { closure } from "../../engine/util/closure.js";
import { documentedTypes, modelsOf } from "../json-schema/documented-types.js";
import { activeTypes } from "../type-schemas/activation.js";
import { checkMergeMarkers } from "../type-schemas/check-markers.js";
import { planFile } from "./file.js";
import { schemaLookup } from "../type-schemas/lookup.js";
import { unknownFieldMarkers } from "../markers/extensions.js";
import { schemaMarkers } from "../markers/schema.js";
import { schemaProblems } from "../problem-codes/schema.js";

/**
 * Generates `const <T>Schema: ObjectSchema<T>`, the structure of a type as data. Decoding, OpenAPI
 * and patches need these schemas.
 */
export const schema: Generator = {
  name: "schema",
  description: "types as data: <T>Schema",
  outputs: { schema: "zz_generated.schema.ts" },
  markers: schemaMarkers,
  problems: [schemaProblems],
  alsoReads: unknownFieldMarkers,
  options: {},
  templates: new URL("../../templates/schema/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const problems: Problem[] = [];
  const lookup = schemaLookup(input);
  let known: SchemaRules | undefined;
  const rules = (): SchemaRules => (known ??= new SchemaRules(input));
  // A type can get a definition because a type of another package refers to it, so the definitions
  // are dependencies.
  const documented = input.selected.has("openapi") ? documentedTypes(input) : undefined;
  const files = input.packages.flatMap((pkg) => {
    const types = [...activeTypes(pkg)].sort((a, b) => orderStrings(a.name, b.name));
    if (types.length === 0) return [];
    // The numbers are dependencies, because they are read from the existing generated.proto, which
    // is not part of a package.
    const numbers = input.selected.has("protobuf") ? messageNumbers(input, pkg, input.path(pkg.id, "schema")) : {};
    const facts = {
      numbers,
      rules: input.memo("rules", pkg.id, undefined, () => rules().of(withBases(input.universe, types))),
      models: documented && modelsOf(input.universe, documented, pkg),
    };
    const planned = input.memo("file", pkg.id, facts, () => {
      const own = types.flatMap((type) => checkMergeMarkers(input.universe, type));
      return { file: planFile(input, pkg, types, lookup, facts, own), problems: own };
    });
    problems.push(...planned.problems);
    return [planned.file];
  });
  return { files, problems };
}

/** Returns the given types, and the interfaces that they extend, directly or indirectly. */
function withBases(universe: Universe, types: readonly TypeDeclaration[]): readonly TypeDeclaration[] {
  const basesOf = (type: TypeDeclaration) => referencesOfType(type).bases.flatMap((id) => typeById(universe, id) ?? []);
  return [...closure(types, basesOf)];
}
