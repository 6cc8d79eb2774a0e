import type { TypeSchema } from "../schema/schema.js";
import type { Evaluate } from "../source/evaluate.js";
import * as helpers from "../validate/index.js";
import type { Validator } from "../validate/index.js";
import type { File } from "./scope.js";
import type { RuleEnvironment } from "./place.js";
import { typeSource } from "./type-source.js";

/** The source text of the function that validates a type. */
export interface ValidatorSource {
  readonly text: string;
  readonly run: (evaluate: Evaluate) => Validator<unknown>;
}

/** Returns the source text of the function that validates a type. */
export function sourceOf(schema: TypeSchema, environment: RuleEnvironment): ValidatorSource {
  const values = new Map<string, unknown>();
  const names = new Map<unknown, string>();
  const declarations: string[] = [];
  const types = new Map<TypeSchema, string>();
  const keep = (key: unknown, value: unknown): string => {
    const name = names.get(key) ?? `c${String(names.size)}`;
    names.set(key, name);
    values.set(name, value);
    return name;
  };
  const file: File = {
    constant: (value) =>
      keep(value instanceof Set ? JSON.stringify([...(value as ReadonlySet<unknown>)]) : value, value),
    declare(source) {
      declarations.push(`const d${String(declarations.length)} = ${source};\n`);
      return `d${String(declarations.length - 1)}`;
    },
    helper(name) {
      // Assertion: the names are those of functions.
      values.set(`$${name}`, helpers[name as keyof typeof helpers]);
      return `$${name}`;
    },
    typeFunction(type) {
      const name = types.get(type) ?? `t${String(types.size)}`;
      types.set(type, name);
      return name;
    },
    handWritten: (name) => keep(`function ${name}`, environment.handWritten(name)),
    pattern: (text) => keep(`pattern ${text}`, environment.pattern(text)),
  };
  const body = typeSource(file, schema);
  const parameters = "(op, fldPath, obj, oldObj, errors)";
  // The first call of the function of another type compiles it.
  const stubs = [...types].map(([type, name]) => {
    values.set(`${name}_`, () => environment.functionOf(type));
    return `let ${name} = ${parameters} => (${name} = ${name}_())${parameters};\n`;
  });
  const text = `${stubs.join("")}${declarations.join("")}return ${parameters} => {\n${body}};`;
  const run = (evaluate: Evaluate): Validator<unknown> =>
    evaluate([...values.keys()], text, [...values.values()], `validate/${schema.name}`) as Validator<unknown>;
  return { text, run };
}
