import { afterAll, expect, test } from "vitest";
import { printed, readCalls, readDeviations, type Call, type CallError, type Deviation } from "./calls.js";
import { generateAll } from "./generated.js";

// VALIDATION_CALLS can name another file, which the program in `judge` has written.
const calls = readCalls(process.env["VALIDATION_CALLS"] ?? "calls.jsonl");
const deviations = readDeviations();
const seen = new Set<Deviation>();
const generated = await generateAll();
afterAll(() => {
  generated.remove();
});

test("the packages of Go's tests have no problems", () => {
  expect(generated.problems).toEqual([]);
  const called = new Set(calls.flatMap(({ package: id, typePackage = id }) => [id, typePackage]));
  expect([...called].filter((id) => !generated.packages.includes(id))).toEqual([]);
  expect(called.size).toBeGreaterThan(140);
});

test("generated functions return the errors of Go's", async () => {
  const differences: object[] = [];
  for (const call of calls) {
    const errors = await generated.errorsOf(call);
    const [go, typeScript] = [call.errors, errors].map((all) => printed(all, call)) as [Lines, Lines];
    if (go.join("\n") === typeScript.join("\n")) continue;
    const rest = [without("Go", call, call.errors), without("TypeScript", call, errors)];
    const [left, right] = rest.map((all) => printed(all, call)) as [Lines, Lines];
    if (left.join("\n") !== right.join("\n")) differences.push({ ...call, errors: go, actual: typeScript });
  }
  expect(differences).toEqual([]);
});

test.skipIf(process.env["VALIDATION_CALLS"] !== undefined)("every known deviation still differs", () => {
  expect(deviations.filter((one) => !seen.has(one))).toEqual([]);
});

type Lines = readonly string[];

/**
 * Returns the errors except those that only one of the languages returns, according to the list of
 * known differences.
 */
function without(only: Deviation["only"], call: Call, errors: readonly CallError[]): readonly CallError[] {
  return errors.filter(({ field, detail = "" }) => {
    const known = deviations.find(
      (one) =>
        one.only === only &&
        one.package === call.package &&
        one.field === field.replace(/\[[^\]]*\]/g, "") &&
        one.detail === detail,
    );
    if (known !== undefined) seen.add(known);
    return known === undefined;
  });
}
