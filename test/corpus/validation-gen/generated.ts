import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  decodeValue,
  type field,
  Scheme,
  type ErrorList,
  type Operation,
  type Schema,
  type TypeMeta,
} from "@apimachinery/runtime";
import { parseCase } from "../../golden/case-text.js";
import { runIn, type ReportedProblem } from "../../golden/cases.js";
import { workFolder, writeFiles } from "../../generators/run-generated.js";
import type { Call, CallError } from "./calls.js";

type Validate = (op: Operation, path: field.Path | undefined, value: unknown, old: unknown) => ErrorList;
type Module = Readonly<Record<string, unknown>>;

/** Packages that were translated from Go, with functions that call the code generated for them. */
export interface Generated {
  readonly packages: readonly string[];
  readonly problems: readonly ReportedProblem[];
  /** Returns the errors of the generated function for a recorded call. */
  readonly errorsOf: (call: Call) => Promise<readonly CallError[]>;
  readonly remove: () => void;
}

/** Generates the functions of all translated packages in one run. */
export async function generateAll(): Promise<Generated> {
  const work = workFolder("validation-gen");
  const remove = (): void => {
    rmSync(work, { recursive: true, force: true });
  };
  remove();
  const { input } = parseCase(readFileSync(join(import.meta.dirname, "packages.txt"), "utf8"));
  writeFiles(work, { ...Object.fromEntries(input), "codegen.config.json": `{ "paths": ["."] }\n` });
  const { report } = await runIn(work);
  const load = async (folder: string, output: string): Promise<Module> => {
    const file = join(work, folder, `zz_generated.${output}.ts`);
    return existsSync(file) ? ((await import(file)) as Module) : {};
  };
  return {
    packages: [...input.keys()].flatMap((path) => /^(.*)\/types\.ts$/.exec(path)?.[1] ?? []),
    problems: report.problems,
    remove,
    errorsOf: async (call) => {
      const schemas = await load(call.typePackage ?? call.package, "schema");
      const schema = schemas[`${call.type}Schema`] as Schema<unknown> | undefined;
      if (schema === undefined) throw new Error(`${call.package} has no schema of ${call.type}`);
      const [value, old] = [call.value, call.old].map((one) =>
        one === undefined ? undefined : decodeValue(schema, one, "strict").value,
      );
      const { AddToScheme } = await load(call.package, "register");
      if (AddToScheme !== undefined)
        return registered(call, AddToScheme as (scheme: Scheme) => void, value, old).map(recorded);
      const validate = (await load(call.package, "validation"))[`Validate_${call.type}`] as Validate | undefined;
      return validate?.(operationOf(call), undefined, value, old).map(recorded) ?? [];
    },
  };
}

function operationOf({ update, options = {}, subresources = [] }: Call): Operation {
  return { type: update === true ? "Update" : "Create", options, request: { subresources } };
}

/**
 * Calls the validation function that a scheme has registered for a kind. Unlike the generated
 * function, it depends on the subresource.
 */
function registered(call: Call, addToScheme: (scheme: Scheme) => void, value: unknown, old: unknown): ErrorList {
  const scheme = new Scheme();
  addToScheme(scheme);
  const kind = { apiVersion: "test.example.com/v1", kind: call.type };
  const [object, oldObject] = [value, old].map((one) => ({ ...(one as TypeMeta), ...kind })) as [TypeMeta, TypeMeta];
  const { type, options, request } = operationOf(call);
  return type === "Update"
    ? scheme.validateUpdate(options, object, oldObject, ...request.subresources)
    : scheme.validate(options, object, ...request.subresources);
}

function recorded({ type, field: path, badValue, detail, origin, stability }: field.FieldError): CallError {
  return { type, field: path, detail, origin, stability, value: badValue };
}
