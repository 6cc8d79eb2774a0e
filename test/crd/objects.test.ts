import { field, type ErrorList } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { answerOfDefinition, type CRDSchema } from "../../runtime/crd/index.js";
import { objectErrors } from "../../runtime/crd/object-errors.js";
import { wellFormedJSON } from "../../runtime/json/well-formed.js";
import { readAnswers, sorted, type Answer } from "../corpus/crd/answers.js";
import { allCases } from "../corpus/crd/tables.js";

/** Parts of Kubernetes' answers that are not reproduced. */
const differences: Readonly<Record<string, string>> = {
  Metadata: "the names in the metadata of embedded objects are not checked, and its errors have no Go types",
  IntOrString3: "Go converts the number 97 to the string a before it compares them",
};

const notChecked = "some validation rules were not checked";

/** The judge checks the CEL rules of `OneOf` after each error, as generated functions do. */
function answersOf(errors: ErrorList, hasCEL: boolean): readonly Answer[] {
  const checked = errors.filter(({ detail }) => hasCEL || !detail.startsWith(notChecked));
  return sorted(checked.map((error): Answer => [error.type, field.errorText(error)]));
}

test("objects of a schema get the recorded errors of Kubernetes", () => {
  const cases = new Map(allCases().map((one) => [one.name, one]));
  const seen = new Set<string>();
  const answers = readAnswers();
  expect(answers.length).toBeGreaterThan(4000);
  for (const { type, object, old, errors } of answers) {
    const [value, oldValue] = [object, old].map((text) =>
      text === undefined ? undefined : (JSON.parse(wellFormedJSON(text)) as unknown),
    );
    const { schema = {}, hasCEL = false } = cases.get(type) ?? {};
    const ours = answersOf(objectErrors(schema, value, oldValue), hasCEL);
    const difference = Object.keys(differences).find((prefix) => type.startsWith(prefix));
    if (difference === undefined) expect(ours, `${type} ${object} ${old ?? ""}`).toEqual(sorted(errors));
    else if (JSON.stringify(ours) !== JSON.stringify(sorted(errors))) seen.add(difference);
  }
  expect([...seen].toSorted()).toEqual(Object.keys(differences).toSorted());
});

const size: CRDSchema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["size"],
      "x-kubernetes-validations": [{ rule: "self.size <= self.limit", message: "too large" }],
      properties: {
        size: { type: "integer", format: "int32" },
        limit: { type: "integer", default: 3 },
        names: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
      },
    },
  },
};
const named = { apiVersion: "shop.example.com/v1", kind: "Hat", metadata: { name: "a" } };

function textsOf(object: object, old?: object): readonly string[] {
  return answerOfDefinition(size, object, old).errors.map(field.errorText);
}

test("an object gets defaults, and loses unknown fields and nulls, before rules are checked", () => {
  const { object, errors } = answerOfDefinition(size, {
    ...named,
    extra: 1,
    spec: { size: 2, limit: null, other: true },
  });
  expect(errors).toEqual([]);
  expect(object).toEqual({ ...named, spec: { size: 2, limit: 3 } });
  expect(textsOf({ ...named, spec: { size: 4 } })).toEqual(["spec: Invalid value: too large"]);
});

test("after errors of the schema, rules are not checked", () => {
  expect(textsOf({ ...named, spec: {} })).toEqual([
    "spec.size: Required value",
    `<nil>: Invalid value: null: ${notChecked} because the object was invalid; correct the existing errors to complete validation`,
  ]);
});

test("values that an update does not change are not refused", () => {
  const old = { ...named, spec: { size: 4, names: ["a", "a"] } };
  expect(textsOf(old)).toHaveLength(2);
  expect(textsOf(old, old)).toEqual([]);
  expect(textsOf({ ...named, spec: { size: 5, names: ["a", "a"] } }, old)).toEqual(["spec: Invalid value: too large"]);
});
