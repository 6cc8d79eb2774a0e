import { decodeJSON, type Schema } from "@apimachinery/runtime";
import { marshal, unmarshal, type Marshal, type Unmarshal } from "@apimachinery/runtime/protobuf";
import type { Operation, Validate } from "@apimachinery/runtime/codegen/v1";
import protobufjs from "protobufjs/minimal.js";
import { PizzaSchema } from "../../../apis/restaurant/v1beta1/zz_generated.schema.js";
import { Validate_Pizza } from "../../../apis/restaurant/v1beta1/zz_generated.validation.js";
import type { Pod, PodList } from "../apis/workloads/v1/types.js";
import { PodListSchema, PodSchema } from "../apis/workloads/v1/zz_generated.schema.js";
import { Validate_Pod } from "../apis/workloads/v1/zz_generated.validation.js";
import { Validate_Pizza as frozenPizza } from "../frozen/zz_generated.validation.pizza.js";
import { Validate_Pod as frozenPod } from "../frozen/zz_generated.validation.pod.js";
import { wireFunctions } from "../frozen/wire-functions.js";
import { podFunctions } from "../frozen/zz_generated.protobuf.js";
import { pizzaText } from "../samples/pizza.js";
import { podTexts } from "../samples/pod.js";
import type * as messageWriter from "../../../runtime/protobuf/message-writer.js";
import type { Run } from "./job.js";

interface Functions<T> {
  readonly marshal: Marshal<T>;
  readonly unmarshal: Unmarshal<T>;
}

/** A writer of protobuf messages. `finish` returns the bytes. */
type Writer = Parameters<Marshal<unknown>>[0] & { finish(): Uint8Array };

/**
 * Jobs that compare functions made from schemas with those that an earlier commit generated. Each
 * writes messages with the writer that a server used with it.
 */
export async function gateJobs(run: Run): Promise<void> {
  const { MessageWriter } = await writerModule();
  const newWriter = (): Writer => new MessageWriter();
  const frozen = podFunctions(await wireFunctions());
  const ofPods = { marshal: frozen.marshalPod, unmarshal: frozen.unmarshalPod };
  for (const shapes of [1, 16, 256]) {
    const pods = podTexts(256, shapes).map((text) => decodeJSON(PodSchema, text, "ignore").value);
    gate<Pod>(run, `pod, ${shapes} shapes`, PodSchema, pods, ofPods, newWriter);
  }
  const items = podTexts(500, 16).map((text) => decodeJSON(PodSchema, text, "ignore").value);
  const list: PodList = { apiVersion: "bench.example.com/v1", kind: "PodList", metadata: {}, items };
  const ofLists = { marshal: frozen.marshalList, unmarshal: frozen.unmarshalList };
  gate<PodList>(run, "list of 500 pods", PodListSchema, [list], ofLists, newWriter);
  validationGate(run);
}

/** Jobs that compare validation. Half of the objects of an update have another name than before. */
function validationGate(run: Run): void {
  const pizzas = Array.from({ length: 256 }, () => decodeJSON(PizzaSchema, pizzaText, "strict").value);
  gateOf(run, "pizza", pizzas, Validate_Pizza, frozenPizza);
  for (const shapes of [1, 16, 256]) {
    const pods = podTexts(256, shapes).map((text) => decodeJSON(PodSchema, text, "strict").value);
    gateOf(run, `pod, ${shapes} shapes`, pods, Validate_Pod, frozenPod);
  }
}

function gateOf<T>(run: Run, name: string, objects: readonly T[], own: Validate<T>, frozen: Validate<T>): void {
  const changed = objects.map((object, at) => ({
    old: object,
    object: at % 2 === 0 ? structuredClone(object) : { ...object, metadata: { name: `other-${at}` } },
  }));
  const jobs = [
    {
      title: `Gate, validation: ${name}`,
      type: "Create",
      inputs: objects.map((object) => ({ object, old: undefined })),
    },
    { title: `Gate, validation of updates: ${name}`, type: "Update", inputs: changed },
  ] as const;
  for (const { title, type, inputs } of jobs) {
    const op: Operation = { type, options: {}, request: { subresources: [] } };
    const validate =
      (fn: Validate<T>) =>
      ({ object, old }: { readonly object: T; readonly old: T | undefined }): number =>
        fn(op, undefined, object, old).length;
    run<{ readonly object: T; readonly old: T | undefined }>({
      title,
      inputs,
      candidates: [
        { name: "validator(schema)", run: validate(own) },
        { name: "generated", run: validate(frozen), isGate: true },
      ],
    });
  }
}

/** Loads the runtime's own writer. No entry point of the package exports it. */
async function writerModule(): Promise<typeof messageWriter> {
  const path = "../../../../runtime/dist/protobuf/message-writer.js";
  return (await import(new URL(path, import.meta.url).href)) as typeof messageWriter;
}

function gate<T>(
  run: Run,
  name: string,
  schema: Schema<T>,
  objects: readonly T[],
  frozen: Functions<T>,
  newWriter: () => Writer,
): void {
  const own: Functions<T> = { marshal: marshal(schema), unmarshal: unmarshal(schema) };
  const write =
    (functions: Functions<T>, writerOf: () => Writer) =>
    (object: T): Uint8Array => {
      const writer = writerOf();
      functions.marshal(writer, object);
      const { buffer, byteOffset, length } = writer.finish();
      return Buffer.from(buffer, byteOffset, length);
    };
  const writeFrozen = write(frozen, () => protobufjs.Writer.create());
  const read =
    (functions: Functions<T>) =>
    (data: Uint8Array): T => {
      const reader = protobufjs.Reader.create(data);
      return functions.unmarshal(reader, reader.len);
    };
  run({
    title: `Gate, protobuf, write: ${name}`,
    inputs: objects,
    candidates: [
      { name: "marshal(schema)", run: write(own, newWriter) },
      { name: "generated", run: writeFrozen, isGate: true },
    ],
  });
  run({
    title: `Gate, protobuf, read: ${name}`,
    inputs: objects.map(writeFrozen),
    candidates: [
      { name: "unmarshal(schema)", run: read(own) },
      { name: "generated", run: read(frozen), isGate: true },
    ],
  });
}
