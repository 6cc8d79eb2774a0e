import { posix } from "node:path";
import { packageById, typeById } from "../../../engine/model/lookup.js";
import type { TypeDeclaration, Universe } from "../../../engine/model/universe.js";
import type { Violation, ViolationReport } from "../../../engine/model/violations/violation.js";
import { listTypeMissing } from "./list-type-missing.js";
import { namesMatch } from "./names-match.js";
import type { ApiRule, RuleFinding } from "./rule.js";
import { streamingListFieldOrder, streamingListOptional } from "./streaming-lists.js";
import { openapiProblems } from "../../problem-codes/openapi.js";

const rules: readonly ApiRule[] = [namesMatch, listTypeMissing, streamingListFieldOrder, streamingListOptional];

/**
 * Returns the violations of API rules by the given types and their base interfaces; undefined if
 * the rules are disabled.
 * @param reportFilename configured path of the report file, relative to the project's root;
 * undefined disables the rules
 */
export function ruleViolations(
  universe: Universe,
  types: ReadonlySet<TypeDeclaration>,
  reportFilename: unknown,
): ViolationReport | undefined {
  if (typeof reportFilename !== "string") return undefined;
  const file = posix.normalize(reportFilename.replaceAll("\\", "/"));
  const violations = [...withBases(universe, types)].flatMap((type): readonly Violation[] => {
    const { shape, name } = type;
    if (shape.kind !== "object") return [];
    const own = shape.fields.filter(({ from }) => from === undefined);
    const subject = { universe, name, shape, own };
    return rules.flatMap((rule) => rule.check(subject).map((found) => violation(rule, type, found, file)));
  });
  return { file, violations };
}

/** Adds the base interfaces of the types, if a folder of the project declares them. */
function withBases(universe: Universe, types: ReadonlySet<TypeDeclaration>): ReadonlySet<TypeDeclaration> {
  const all = new Set(types);
  // The loop also visits types that are added to the set during the iteration.
  for (const { shape } of all)
    for (const id of shape.kind === "object" ? shape.bases : []) {
      const base = typeById(universe, id);
      if (base !== undefined && packageById(universe, base.package)?.kind === "folder") all.add(base);
    }
  return all;
}

function violation({ name: rule, code }: ApiRule, type: TypeDeclaration, found: RuleFinding, file: string): Violation {
  const { field, message, hint, fixes, position } = found;
  const listed = `add the violation to ${file}: codegen --update-report`;
  return {
    rule,
    package: type.package,
    type: type.name,
    field,
    problem: {
      ...openapiProblems.is(code),
      message,
      hint: hint === undefined ? listed : `${hint}\nor ${listed}`,
      ...(fixes === undefined ? {} : { fixes }),
      position,
    },
  };
}
