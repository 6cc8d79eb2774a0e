import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { answerOfDefinition } from "../../runtime/crd/index.js";
import { repository } from "../interop/repository.js";
import { bodyOf, type BothForms } from "./answers.js";
import type { Sample } from "./compare.js";

/** The program with Kubernetes' validator of custom resources. */
const judge = join(repository, "test/corpus/crd/judge");

/** The errors of each object of each task. */
type GoAnswers = readonly (readonly (readonly unknown[])[])[];

/** Returns what the judge prints for tasks; undefined without Go or its modules. */
export function answersOfGo(tasks: readonly object[]): GoAnswers | undefined {
  const { status, stdout } = spawnSync("go", ["run", "."], {
    cwd: judge,
    input: JSON.stringify(tasks),
    encoding: "utf8",
    maxBuffer: 1 << 28,
    // With this environment, Go uses only the modules in its module cache, and downloads nothing.
    env: { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" },
  });
  return status === 0 ? (JSON.parse(stdout) as GoAnswers) : undefined;
}

/** True if Go and the modules of the judge are installed. */
export const isGoHere = answersOfGo([]) !== undefined;

interface Call {
  readonly New: string;
  readonly Old: string;
  /** Whether our reader of structural schemas accepts the object. */
  readonly isAccepted: boolean;
}

/** Random creates and updates of a kind. */
export interface JudgedKind {
  readonly form: BothForms;
  readonly calls: readonly Call[];
}

/** Returns creates and updates of a kind with the verdicts of our reader. */
export function judgedKind(form: BothForms, samples: readonly Sample[]): JudgedKind {
  const { group, version, kind, crd, separatesStatus } = form;
  const named = (body: object) => ({ apiVersion: `${group}/${version}`, kind, metadata: { name: "n" }, ...body });
  let old: object | undefined;
  const call = (body: object, before: object | undefined): Call => {
    const { object, errors } = answerOfDefinition(crd, named(body), before && named(before));
    const isAccepted = errors.length === 0;
    if (isAccepted) old = bodyOf(object as object, separatesStatus);
    return { New: JSON.stringify(object), Old: before ? JSON.stringify(named(before)) : "", isAccepted };
  };
  const calls = samples.flatMap(({ body, edit }) => {
    const before = old;
    const create = call(body, undefined);
    return before === undefined ? [create] : [create, call(edit?.(before) ?? body, before)];
  });
  return { form, calls };
}

/** Keywords that the judge checks for creates only. */
const ofCreates = /"x-kubernetes-(?:embedded-resource":true|list-type":"(?:set|map)")/;

/** Returns the objects about which Kubernetes and our reader differ, the shortest first. */
export function differencesFromGo(kinds: readonly JudgedKind[]): readonly string[] {
  const answers = answersOfGo(kinds.map(({ form, calls }) => ({ Schema: form.crd, HasCEL: true, Calls: calls })));
  if (answers === undefined) throw new Error("the judge of custom resources failed");
  const differences = kinds.flatMap(({ form, calls }, at) => {
    // For an update, the judge calls neither the check of lists nor that of embedded objects.
    const isCreatesOnly = ofCreates.test(JSON.stringify(form.crd));
    return calls.flatMap(({ New, Old, isAccepted }, index) => {
      const errors = answers[at]?.[index] ?? [];
      if ((Old !== "" && isCreatesOnly) || (errors.length === 0) === isAccepted) return [];
      return [`${form.kind} ${Old} → ${New}: ${JSON.stringify(errors)}`];
    });
  });
  const judged = kinds.reduce((sum, { calls }) => sum + calls.length, 0);
  console.info(`${String(judged)} objects judged by Go, ${String(differences.length)} differ`);
  return differences.toSorted((a, b) => a.length - b.length);
}
