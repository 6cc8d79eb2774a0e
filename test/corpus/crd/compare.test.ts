import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { field, type ErrorList, type Operation } from "@apimachinery/runtime";
import { afterAll, expect, test } from "vitest";
import { wellFormedJSON } from "../../../runtime/json/well-formed.js";
import { runIn } from "../../golden/cases.js";
import { workFolder, writeFiles } from "../../generators/run-generated.js";
import { readAnswers, sorted, writeAnswers, type Answer, type AnsweredCall, type Call } from "./answers.js";
import { allCases } from "./tables.js";
import { variations } from "./variations.js";
import { asksGo, sizeOf } from "../../sizes.js";

type Validate = (op: Operation, path: field.Path | undefined, value: unknown, old: unknown) => ErrorList;

const cases = allCases();
const reasons = new Map(cases.map(({ name, differs }) => [name, differs]));
const functions = await generate();

/** Generates the functions of all types. */
async function generate(): Promise<Readonly<Record<string, Validate | undefined>>> {
  const work = workFolder("crd");
  afterAll(() => {
    rmSync(work, { recursive: true, force: true });
  });
  const types =
    'import type { bytes, Duration, float64, int32, int64, IntOrString, Quantity, RawExtension } from "@apimachinery/runtime";\n';
  writeFiles(work, {
    "codegen.config.json": `{ "paths": ["."] }\n`,
    "apis/shop/v1/doc.ts": "/** +k8s:validation-gen=*\n * +k8s:schema-gen=true */\nexport {};\n",
    "apis/shop/v1/types.ts": types + cases.map(({ text }) => text).join(""),
  });
  const { report } = await runIn(work);
  expect(report.problems).toEqual([]);
  return (await import(join(work, "apis/shop/v1/zz_generated.validation.ts"))) as Record<string, Validate>;
}

/** Returns the errors of the generated function. A type without rules has no function. */
function errorsOf({ type, object, old }: Call): readonly Answer[] {
  const op: Operation = { type: old === undefined ? "Create" : "Update", options: {}, request: { subresources: [] } };
  const [value, oldValue] = [object, old].map((text) =>
    text === undefined ? undefined : (JSON.parse(wellFormedJSON(text)) as unknown),
  );
  const errors = functions[`Validate_${type}`]?.(op, undefined, value, oldValue) ?? [];
  return sorted(errors.map((error): Answer => [error.type, field.errorText(error)]));
}

/**
 * Returns Kubernetes' answers with the type that errors of formats have in this project: the type
 * of all other wrong texts. Their texts are equal.
 */
function expected(errors: readonly Answer[]): readonly Answer[] {
  return errors.map(([type, text]): Answer => [type === "FieldValueTypeInvalid" ? "FieldValueInvalid" : type, text]);
}

test("generated functions return the recorded errors of Kubernetes' validator of custom resources", () => {
  const answered = readAnswers();
  for (const call of answered) expect(errorsOf(call), JSON.stringify(call)).toEqual(expected(call.ours));
  expect(new Set(answered.map(({ type }) => type)).size).toBe(cases.length);
});

test("recorded errors differ only for a known reason, and every reason is still true", () => {
  const differing = readAnswers().filter(({ errors, ours }) => errors !== ours);
  const found = new Set(differing.map(({ type }) => reasons.get(type)));
  expect([...found].toSorted()).toEqual([...new Set(reasons.values())].filter((one) => one !== undefined).toSorted());
});

const judge = join(import.meta.dirname, "judge");
// With this environment, Go uses only the modules in its module cache, and downloads nothing.
const env = { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" };
const hasGo = asksGo && spawnSync("go", ["run", "."], { cwd: judge, env, input: "[]" }).status === 0;

/** Returns the errors of Kubernetes for the calls of all types. */
function ask(calls: readonly Call[]): AnsweredCall[] {
  const tasks = cases.map(({ name, schema, hasCEL }) => ({
    schema,
    hasCEL,
    calls: calls.filter(({ type }) => type === name),
  }));
  const { stdout, stderr, status } = spawnSync("go", ["run", "."], {
    cwd: judge,
    env,
    input: JSON.stringify(
      tasks.map((task) => ({
        Schema: task.schema,
        HasCEL: task.hasCEL,
        Calls: task.calls.map(({ object, old = "" }) => ({ New: object, Old: old })),
      })),
    ),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect([stderr, status]).toEqual(["", 0]);
  const answers = JSON.parse(stdout) as readonly (readonly (readonly Answer[])[])[];
  return tasks.flatMap(({ calls: ofType }, at) =>
    ofType.map((call, index) => ({ ...call, errors: sorted(answers[at]?.[index] ?? []), ours: errorsOf(call) })),
  );
}

/**
 * Types whose unchanged values Kubernetes checks again in an update, because it cannot compare
 * values without a schema. Here, no unchanged value is checked. Empty bytes equal absent ones.
 */
const withoutUpdates = /^(?:Raw|Resource|Metadata|NoBytes)/;

/** Returns calls with all objects, and updates to an object from itself and from the next one. */
function allCalls(): Call[] {
  return cases.flatMap(({ name: type, objects }) =>
    objects.flatMap((object, at): Call[] => [
      { type, object, old: undefined },
      ...[object, objects[at + 1]]
        .filter((old) => old !== undefined && !withoutUpdates.test(type))
        .map((old) => ({ type, object, old })),
    ]),
  );
}

/** Returns calls with objects that are similar to those of the cases. */
function randomCalls(): Call[] {
  const seed = Number(process.env["GO_SEED"] ?? Date.now() % 2 ** 31);
  const count = sizeOf("GO_VALUES");
  return cases
    .filter(({ name }) => name.endsWith("Plain") && !name.startsWith("Bytes"))
    .flatMap(({ name: type, objects }) => {
      const values = objects.map((object) => (JSON.parse(object) as { readonly value?: unknown }).value);
      return variations(values, count, seed).map((value) => ({
        type,
        object: JSON.stringify({ value }),
        old: undefined,
      }));
    });
}

// GO_SEED repeats the random objects of a run. GO_ANSWERS=write records the errors.
test.skipIf(!hasGo)(
  "generated functions return the errors of Kubernetes' validator (needs Go and its module apiextensions-apiserver)",
  () => {
    const answered = ask([...allCalls(), ...randomCalls()]);
    if (process.env["GO_ANSWERS"] === "write") writeAnswers(selected(ask(allCalls())));
    const differences = answered
      .filter(({ type }) => reasons.get(type) === undefined)
      .filter(({ errors, ours }) => JSON.stringify(expected(errors)) !== JSON.stringify(ours));
    expect(differences).toEqual([]);
  },
);

/**
 * Returns all creations of plain properties. Of the other calls, returns one for each type and for
 * each set of errors.
 */
function selected(answered: readonly AnsweredCall[]): AnsweredCall[] {
  const seen = new Set<string>();
  return answered
    .filter(({ type, old, errors }) => {
      const key = JSON.stringify([type, old !== undefined, errors.map(([kind]) => kind)]);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew || (old === undefined && /Plain$/.test(type));
    })
    .map((call) =>
      JSON.stringify(expected(call.errors)) === JSON.stringify(call.ours) ? { ...call, ours: call.errors } : call,
    );
}
