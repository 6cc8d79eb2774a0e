import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../interop/repository.js";
import { crdErrors, type CRD } from "../../runtime/crd/index.js";

/** An error: its type, its field and its detail. */
export type Answer = readonly [type: string, field: string, detail: string];

const file = join(import.meta.dirname, "answers.jsonl");

/** Returns the recorded errors of Kubernetes by the names of the CRDs. */
export function readAnswers(): ReadonlyMap<string, readonly Answer[]> {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return new Map(lines.map((line) => JSON.parse(line) as [string, Answer[]]));
}

export function writeAnswers(answers: readonly (readonly [name: string, errors: readonly Answer[]])[]): void {
  writeFileSync(file, answers.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

const ofMutants = join(import.meta.dirname, "mutant-answers.jsonl");

/**
 * Returns the recorded errors of changed CRDs, one list for each; null for a CRD that Kubernetes
 * cannot judge.
 */
export function readMutantAnswers(): readonly (readonly Answer[] | null)[] {
  return readFileSync(ofMutants, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer[] | null);
}

export function writeMutantAnswers(answers: readonly (readonly Answer[] | null)[]): void {
  writeFileSync(ofMutants, answers.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

/** Returns the errors of this project's validator, in the order of their texts. */
export function ourAnswers(crd: CRD): Answer[] {
  return comparable(allOurErrors(crd));
}

/** Returns all errors of this project's validator. */
export function allOurErrors(crd: CRD): Answer[] {
  return crdErrors(crd).map(({ type, field, detail }) => [type, field, detail]);
}

/** Beginnings of texts that Go's decoders continue. */
const texts = /(must result in valid metadata|json: cannot unmarshal).*$/s;

/** Returns errors in the order of their texts, because Go iterates maps in random order. */
export function comparable(answers: readonly Answer[]): Answer[] {
  return answers
    .map(([type, field, detail]): Answer => [type, placeOf(field, detail), detail.replace(texts, "$1")])
    .toSorted((left, right) => (left.join() < right.join() ? -1 : left.join() > right.join() ? 1 : 0));
}

/**
 * Returns the field of an error, or the object of a wrong apiVersion or kind: Go finds any of both.
 */
function placeOf(field: string, detail: string): string {
  return detail === "must be a string" ? field.replace(/\.(?:apiVersion|kind)$/, "") : field;
}

/** Kubernetes adds a random number to the name of the type of self. */
const selfType = /selfType\d+/g;

/** The folder of the program that asks Kubernetes. */
export const judge = join(repository, "test/peers/crd-rules");

// With this environment, Go uses only the modules in its module cache, and downloads nothing.
export const goEnvironment = {
  ...process.env,
  GOFLAGS: "-mod=mod",
  GOPROXY: "off",
  GOSUMDB: "off",
  GOTOOLCHAIN: "local",
};

/** Reports whether Go can build the program that asks Kubernetes. */
export function hasJudge(): boolean {
  return spawnSync("go", ["build", "-o", "/dev/null", "."], { cwd: judge, env: goEnvironment }).status === 0;
}

interface GoError {
  readonly Type: string;
  readonly Field: string;
  readonly Detail: string;
}

/**
 * Returns Kubernetes' errors of each CRD; undefined for one that cannot be decoded, or for which
 * Kubernetes panics.
 */
export function askKubernetes(crds: readonly CRD[]): readonly (readonly Answer[] | undefined)[] {
  return allErrors(crds).map((errors) => (isJudged(errors) ? comparable(errors) : undefined));
}

/** Reports whether Kubernetes could decode a CRD, and did not panic. */
export function isJudged(errors: readonly Answer[]): boolean {
  return !errors.some(([type]) => type === "Decode" || type === "Panic");
}

/**
 * Returns all errors of Kubernetes, with those that `askKubernetes` leaves out.
 *
 * @param folder the folder of the program that asks Kubernetes
 */
export function allErrors(crds: readonly CRD[], folder = judge): readonly (readonly Answer[])[] {
  const { stdout, stderr, status } = spawnSync("go", ["run", "."], {
    cwd: folder,
    env: goEnvironment,
    input: crds.map((crd) => `${JSON.stringify(crd)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${folder} fails: ${stderr}`);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) =>
      (JSON.parse(line) as GoError[]).map(({ Type, Field, Detail }): Answer => [
        Type,
        Field,
        Detail.replaceAll(selfType, "selfType"),
      ]),
    );
}
