import { expect, test } from "vitest";
import type { Plan } from "../../engine/plan/generator.js";
import { isSymbolRef, type Printable } from "../../engine/base/symbol.js";
import { defaults } from "../../generators/defaults/index.js";
import type { DefaultingBlock, DefaultingStep } from "../../generators/defaults/step.js";
import {
  corpora,
  expectedOf,
  loadKubernetes,
  planOf,
  withFunctions,
  type ExpectedObject,
  type ExpectedStep,
} from "./corpora.js";

interface FileView {
  readonly functions: readonly FunctionView[];
  readonly helpers: readonly FunctionView[];
}
interface FunctionView {
  readonly name: string;
  readonly steps: readonly DefaultingStep[];
}

/**
 * Returns the steps of a function. The result contains the steps of the generated functions that it
 * calls. For a hand-written function, it contains only the call: `call SetDefaults_PodSpec
 * spec.template.spec`.
 */
function trace(plan: Plan, packageId: string, name: string, path: string): string[] {
  const view = plan.files.find((file) => file.package === packageId)?.view as FileView | undefined;
  const found = [...(view?.functions ?? []), ...(view?.helpers ?? [])].find((fn) => fn.name === name);
  const walk = (steps: readonly DefaultingStep[], places: ReadonlyMap<string, string>): string[] =>
    steps.flatMap((step): string[] => {
      switch (step.kind) {
        case "call": {
          const at = placeOf(step.value, places);
          const called = text(step.fn);
          if (called.startsWith("SetDefaults_")) return [`call ${called} ${at}`];
          const home = isSymbolRef(step.fn) ? step.fn.from.slice(0, step.fn.from.lastIndexOf("/")) : packageId;
          return trace(plan, home, called, at);
        }
        case "unset":
        case "zero":
        case "when":
          return [`set ${text(step.value)} ${placeOf(step.target, places)}`];
        case "guard":
          return walk(stepsOf(step.block), places);
        case "list":
          return walk(stepsOf(step.block), new Map([...places, [step.item, `${placeOf(step.value, places)}[*]`]]));
        default:
          return [];
      }
    });
  return walk(found?.steps ?? [], new Map([["obj", path]]));
}

/**
 * Returns the steps of Go's function, including the steps of the generated functions that it calls.
 */
function wordsOf(step: ExpectedStep, objects: readonly ExpectedObject[], above: string): string[] {
  const path = above === "" || step.path === "" ? above + step.path : `${above}.${step.path}`;
  const called = objects.find(({ name }) => name === step.call);
  if (called !== undefined) return called.steps.flatMap((inner) => wordsOf(inner, objects, path));
  return [`${step.call === undefined ? `set ${step.ref ?? step.set ?? ""}` : `call ${step.call}`} ${path}`];
}

function stepsOf(block: DefaultingBlock): readonly DefaultingStep[] {
  return block.kind === "one" ? [block.step] : block.steps;
}

function placeOf(value: Printable, places: ReadonlyMap<string, string>): string {
  const [, root = "", rest = ""] = /^(\w+)([^ ]*)/.exec(text(value)) ?? [];
  return `${places.get(root) ?? "?"}${rest}`.replace(/^\./, "");
}

function text(value: Printable): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  return isSymbolRef(value) ? value.symbol : value.map(text).join("");
}

test.skipIf(corpora === undefined)(
  "objects of Kubernetes get the same defaults as in Go, in the same order (skipped unless CORPORA names the folder)",
  () => {
    const universe = withFunctions(loadKubernetes(), ({ id, kind }) =>
      kind === "folder"
        ? (expectedOf(id).defaults?.handWritten ?? []).filter((fn) => fn.calledByGenerated).map((fn) => fn.name)
        : [],
    );
    const plan = planOf(defaults, universe);
    expect(plan.problems).toEqual([]);
    let compared = 0;
    const reordered: string[] = [];
    for (const { package: folder, exports } of plan.files) {
      const objects = expectedOf(folder).defaults?.objects ?? [];
      expect({ folder, functions: exports }).toEqual({ folder, functions: objects.map(({ name }) => name) });
      for (const { name, steps } of objects) {
        const wanted = steps.flatMap((step) => wordsOf(step, objects, ""));
        const traced = trace(plan, folder, name, "");
        expect({ folder, name, steps: traced.toSorted() }).toEqual({ folder, name, steps: wanted.toSorted() });
        compared += wanted.length;
        if (traced.join() !== wanted.join()) reordered.push(`${folder} ${name}`);
      }
    }
    // The order of steps differs only in two kinds and their lists. Go embeds
    // PersistentVolumeSource after another field, but in TypeScript the fields of a base come
    // first.
    expect(reordered.filter((object) => !/_(PersistentVolume|VolumeAttachment)(List)?$/.test(object))).toEqual([]);
    console.log(`${compared} steps`);
  },
);
