import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import type { PackageId } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { activePackages, fuzzedTypes } from "./activation.js";
import { planFile } from "./file.js";
import { emittedSchemas } from "../type-schemas/lookup.js";
import { findFuzzers } from "./hand-written.js";
import { fuzzerLookup, type PackageFuzzers } from "./lookup.js";
import { fuzzMarkers } from "../markers/fuzz.js";
import { planRoundTrips } from "./round-trip.js";
import { fuzzProblems } from "../problem-codes/fuzz.js";

/**
 * Generates `Fuzz_<T>` for every type, or `autoFuzz_<T>` if `Fuzz_<T>` is hand-written, and
 * round-trip tests for every API group.
 */
export const fuzz: Generator = {
  name: "fuzz",
  description: "random values and round-trip tests: Fuzz_<T>",
  outputs: { fuzz: "zz_generated.fuzz.ts", roundtrip: "zz_generated.roundtrip.test.ts" },
  after: ["schema", "defaults", "register", "validation"],
  markers: fuzzMarkers,
  problems: [fuzzProblems],
  options: {},
  templates: new URL("../../templates/fuzz/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const active = activePackages(input.universe, input.packages);
  const [first] = active;
  if (first === undefined) return { files: [], problems: [] };
  const problems: Problem[] = [];
  const fuzzers = new Map<PackageId, PackageFuzzers>();
  for (const pkg of active) {
    const own = input.memo("fuzzers", pkg.id, undefined, () => {
      const written = findFuzzers(input.universe, pkg);
      return { types: fuzzedTypes(pkg), handWritten: written.functions, problems: written.problems };
    });
    problems.push(...own.problems);
    fuzzers.set(pkg.id, own);
  }
  const missing = (code: MissingCode, message: string, hint: string): readonly Problem[] => [
    ...problems,
    { ...fuzzProblems.is(code), message, hint, position: first.position },
  ];
  const keep = active.map(({ id }) => input.path(id, "roundtrip"));
  if (!input.installed("fast-check")) {
    const message = "no fuzzers are generated, because fast-check is not installed";
    return {
      files: [],
      problems: missing("fuzz/no-fast-check", message, input.add(["fast-check", "vitest"], "development")),
      keep: [...active.map(({ id }) => input.path(id, "fuzz")), ...keep],
    };
  }
  if (!input.selected.has("schema")) {
    const message = 'no fuzzers are generated, because the generator "schema" is disabled';
    const hint = 'add "schema" to "generators" in codegen.config.json';
    return { files: [], problems: missing("fuzz/no-schema", message, hint) };
  }
  const lookup = fuzzerLookup(input, fuzzers);
  const scope = { fuzzers: lookup, schemas: emittedSchemas(input) };
  const files = active.flatMap((pkg) => {
    const own = fuzzers.get(pkg.id);
    return own === undefined
      ? []
      : (input.memo("file", pkg.id, undefined, () => planFile(input, pkg, own, scope)) ?? []);
  });
  if (!input.installed("vitest")) {
    const message = "no round-trip tests are generated, because vitest is not installed";
    return { files, problems: missing("fuzz/no-vitest", message, input.add(["vitest"], "development")), keep };
  }
  const roundTrips = planRoundTrips(input, active, lookup);
  return { files: [...files, ...roundTrips.files], problems: [...problems, ...roundTrips.problems] };
}

type MissingCode = "fuzz/no-fast-check" | "fuzz/no-schema" | "fuzz/no-vitest";
