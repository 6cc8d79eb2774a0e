import { decodeJSON } from "@apimachinery/runtime";
import type {
  ErrorList,
  FieldPath,
  OpenAPIDefinitions,
  Operation,
  ReferenceCallback,
} from "@apimachinery/runtime/codegen/v1";
import { GetOpenAPIDefinitions as pizzaDefinitions } from "../../../apis/restaurant/v1beta1/zz_generated.openapi.js";
import { PizzaSchema } from "../../../apis/restaurant/v1beta1/zz_generated.schema.js";
import { Validate_Pizza } from "../../../apis/restaurant/v1beta1/zz_generated.validation.js";
import { GetOpenAPIDefinitions as podDefinitions } from "../apis/workloads/v1/zz_generated.openapi.js";
import { PodSchema } from "../apis/workloads/v1/zz_generated.schema.js";
import { Validate_Pod } from "../apis/workloads/v1/zz_generated.validation.js";
import { compileSchema } from "../json-schema.js";
import { pizzaText } from "../samples/pizza.js";
import { podTexts } from "../samples/pod.js";
import type { Typia } from "../typia.js";
import type { Run } from "./job.js";

const create: Operation = { type: "Create", options: {}, request: { subresources: [] } };

/** One kind with its generated validation function and its OpenAPI definition. */
interface Kind<T> {
  readonly title: string;
  readonly inputs: readonly T[];
  readonly validate: (op: Operation, path: FieldPath | undefined, obj: T, oldObj: T | undefined) => ErrorList;
  readonly definitions: (ref: ReferenceCallback) => OpenAPIDefinitions;
  readonly definition: string;
  /** The functions of typia. */
  readonly typia: { readonly isOfType: (obj: T) => boolean; readonly isValid: (obj: T) => boolean } | undefined;
}

/**
 * Jobs that validate decoded objects. Every candidate only reports whether an object is valid, so
 * their results can be compared.
 */
export function validationJobs(run: Run, typia: Typia | undefined): void {
  const pizzas = Array.from({ length: 256 }, () => decodeJSON(PizzaSchema, pizzaText, "strict").value);
  runKind(run, {
    title: `Validate: pizza, ${pizzaText.length} bytes of JSON`,
    inputs: pizzas,
    validate: Validate_Pizza,
    definitions: pizzaDefinitions,
    definition: "info.programming-kubernetes.restaurant.v1beta1.Pizza",
    typia: typia && { isOfType: typia.isPizza, isValid: typia.isValidPizza },
  });
  for (const templates of [1, 16, 256]) {
    const pods = podTexts(256, templates).map((text) => decodeJSON(PodSchema, text, "strict").value);
    runKind(run, {
      title: `Validate: pod, ${templates === 1 ? "one shape" : `${templates} shapes`}`,
      inputs: pods,
      validate: Validate_Pod,
      definitions: podDefinitions,
      definition: "com.example.bench.v1.Pod",
      typia: typia && { isOfType: typia.isPod, isValid: typia.isValidPod },
    });
  }
}

function runKind<T>(run: Run, { title, inputs, validate, definitions, definition, typia }: Kind<T>): void {
  const all = compileSchema(definitions, definition, true);
  const first = compileSchema(definitions, definition, false);
  run<T>({
    title,
    inputs,
    candidates: [
      {
        name: `Validate_${definition.split(".").at(-1)}`,
        run: (obj) => isEmpty(validate(create, undefined, obj, undefined)),
      },
      { name: "ajv 8, all errors, and types", run: (obj) => all(obj) },
      { name: "ajv 8, first error, and types", run: (obj) => first(obj) },
      ...(typia === undefined
        ? []
        : [
            { name: "typia, first error, and types", run: typia.isValid },
            { name: "typia, only types", run: typia.isOfType },
          ]),
    ],
  });
}

function isEmpty(errors: ErrorList): boolean {
  return errors.length === 0;
}
