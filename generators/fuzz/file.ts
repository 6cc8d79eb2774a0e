import type { Lookup } from "../../engine/model/functions/lookup.js";
import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Package } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { functionSymbol } from "../../engine/model/functions/function-symbol.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { printDeclaration } from "../../engine/print/type.js";
import { orderStrings } from "../../engine/base/problem.js";
import type { PackageFuzzers } from "./lookup.js";
import { referencedIds } from "./references.js";
import { validatedTypes } from "./validated.js";

/** Lookups that the files of all packages share. */
export interface FileScope {
  readonly fuzzers: Lookup;
  readonly schemas: Lookup;
}

/** Plans the file zz_generated.fuzz.ts of a package. Returns undefined if no type has a schema. */
export function planFile(
  input: PlanInput,
  pkg: Package,
  { types, handWritten }: PackageFuzzers,
  scope: FileScope,
): FilePlan | undefined {
  const { universe } = input;
  const functions = types.flatMap((type) => {
    const schema = scope.schemas(pkg.id, type);
    if (schema === undefined) return [];
    const isOwn = !handWritten.has(type.id);
    const name = isOwn ? names.fuzz(type.name) : names.autoFuzz(type.name);
    return [{ name, isOwn, typeName: type.name, type: printDeclaration(universe, type), schema }];
  });
  if (functions.length === 0) return undefined;
  const foreign = [...new Set(types.flatMap(referencedIds))].flatMap((id) => typeById(universe, id) ?? []);
  const fuzzers = [
    ...types.filter(({ id }) => handWritten.has(id)),
    ...foreign.filter((type) => type.package !== pkg.id),
  ].flatMap((type) => {
    const [schema, fn] = [scope.schemas(pkg.id, type), scope.fuzzers(pkg.id, type)];
    return schema === undefined || fn === undefined ? [] : [{ schema, fn }];
  });
  const { isValidated, setsDefaults, validators } = validatedTypes(input, types);
  const options = { isValidated, setsDefaults, fuzzers: fuzzers.sort(bySchema), validators };
  return {
    package: pkg.id,
    path: input.path(pkg.id, "fuzz"),
    template: "fuzz",
    view: { options: isValidated || fuzzers.length > 0 ? options : null, functions },
    exports: functions.map(({ name }) => name),
    reexports: types
      .flatMap(({ id }) => handWritten.get(id) ?? [])
      .map((fn) => functionSymbol(universe, fn))
      .sort((a, b) => orderStrings(a.symbol, b.symbol)),
  };
}

function bySchema(
  { schema: a }: { readonly schema: SymbolRef },
  { schema: b }: { readonly schema: SymbolRef },
): number {
  return orderStrings(a.symbol, b.symbol);
}
