import { decodeJSON } from "@apimachinery/runtime";
import { DeepCopy_Pod } from "../apis/workloads/v1/zz_generated.deepcopy.js";
import { Convert_v1_Pod_To_workloads_Pod } from "../apis/workloads/v1/zz_generated.conversion.js";
import { SetObjectDefaults_Pod } from "../apis/workloads/v1/zz_generated.defaults.js";
import { PodSchema } from "../apis/workloads/v1/zz_generated.schema.js";
import { decodeLeniently, decodeStrictly } from "../hand-written/decode.js";
import { decodePod } from "../hand-written/decode-pod.js";
import { convertPod, copyPod, defaultPod } from "../hand-written/pod.js";
import { peers } from "../peers.js";
import { podTexts } from "../samples/pod.js";
import { noScope } from "../samples/scope.js";
import type { Typia } from "../typia.js";
import type { Run } from "./job.js";

/**
 * Jobs that use a type as wide and deep as a Kubernetes Pod. Their objects have one, some or many
 * different shapes.
 */
export function podJobs(run: Run, typia: Typia | undefined): void {
  const clone = typia
    ? [{ name: "typia, absent becomes undefined", run: typia.clonePod, isDifferent: true as const }]
    : [];
  const parse = typia ? [{ name: "typia, fills in nothing", run: typia.parsePod, isDifferent: true as const }] : [];
  const parseStrictly = typia
    ? [{ name: "typia, no duplicates, no zeros", run: typia.parsePodStrictly, isDifferent: true as const }]
    : [];
  for (const templates of [1, 16, 256]) {
    const texts = podTexts(256, templates);
    const pods = texts.map((text) => decodeJSON(PodSchema, text, "strict").value);
    const bytes = Math.round(texts.reduce((sum, text) => sum + text.length, 0) / texts.length);
    const size = `pod, ${bytes} bytes of JSON, ${templates === 1 ? "one shape" : `${templates} shapes`}`;

    run({
      title: `DeepCopy: ${size}`,
      inputs: pods,
      candidates: [{ name: "DeepCopy_Pod", run: DeepCopy_Pod }, { name: "by hand", run: copyPod }, ...peers, ...clone],
    });
    run({
      title: `Convert: ${size}, v1 to the hub`,
      inputs: pods,
      candidates: [
        { name: "Convert_..._Pod", run: (pod) => Convert_v1_Pod_To_workloads_Pod(pod, noScope) },
        { name: "by hand, by spread", run: (pod) => convertPod(pod, noScope) },
        { name: "structuredClone, converts nothing", run: (pod) => structuredClone(pod), isDifferent: true },
      ],
    });
    run({
      title: `Defaults: ${size}`,
      inputs: pods,
      fresh: DeepCopy_Pod,
      candidates: [
        { name: "SetObjectDefaults_Pod", run: SetObjectDefaults_Pod },
        { name: "by hand", run: defaultPod },
        { name: "structuredClone, defaults nothing", run: (pod) => structuredClone(pod), isDifferent: true },
      ],
    });
    run({
      title: `Decode, strict: ${size}`,
      inputs: texts,
      candidates: [
        { name: "decodeJSON, strict", run: (text) => decodeJSON(PodSchema, text, "strict").value },
        { name: "by hand, as strict", run: (text) => decodeStrictly(text, decodePod) },
        ...parseStrictly,
        { name: "JSON.parse, checks nothing", run: (text): unknown => JSON.parse(text), isDifferent: true },
      ],
    });
    run({
      title: `Decode, unknown fields ignored: ${size}`,
      inputs: texts,
      candidates: [
        { name: "decodeJSON, ignore", run: (text) => decodeJSON(PodSchema, text, "ignore").value },
        { name: "by hand", run: (text) => decodeLeniently(text, decodePod) },
        ...parse,
        { name: "JSON.parse, checks nothing", run: (text): unknown => JSON.parse(text), isDifferent: true },
      ],
    });
  }
}
