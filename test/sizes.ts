/** Form of a test run: `make test`, `make test-all` or `make soak`. */
export type Form = "quick" | "long" | "soak";

/** Sizes in the forms that run a test. `make test` does not run all of them. */
type Sizes = Readonly<Record<"long" | "soak", number> & Partial<Record<"quick", number>>>;

/**
 * Sizes of the tests that repeat random cases or run by the clock, in each form. An environment
 * variable with the name of a size overrides it.
 */
const sizes = {
  /** Seconds of hostile requests. */
  FUZZ_SECONDS: { long: 15, soak: 300 },
  /** Faults that each test of chaos injects. */
  CHAOS_ROUNDS: { long: 2, soak: 20 },
  /** Random histories on which the checker of chaos is compared with a search. */
  CHAOS_HISTORIES: { quick: 1000, long: 3000, soak: 30_000 },
  /** Requests and events of each attack on a store with a defect. */
  CHAOS_RECORDS: { long: 3000, soak: 3000 },
  /** Random values of each of Kubernetes' kinds. */
  KUBERNETES_FUZZ_RUNS: { long: 5, soak: 1000 },
  /** Random values of each kind of the npm package kubernetes-types. */
  SCALE_FUZZ_RUNS: { long: 5, soak: 100 },
  /** Random workspaces and sets of folders. */
  WORKSPACE_RUNS: { quick: 20, long: 60, soak: 300 },
  /** Random sequences of edits after which all files are generated again. */
  EDIT_RUNS: { long: 4, soak: 60 },
  /** Random values of each type of the fuzzer's tests. */
  VALID_RUNS: { long: 50, soak: 1000 },
  /** Seconds during which two controllers change one object. */
  SHARED_OBJECT_SECONDS: { long: 10, soak: 60 },
  /** Random cases without a recorded answer that a judge in Go and this project replay live. */
  SEQUENCES: { long: 100, soak: 5000 },
  /** The same for expressions of CEL, and for rules of random schemas on random objects. */
  CEL_SEQUENCES: { long: 200, soak: 100_000 },
  /** Random kinds for which the outputs must agree on the required properties. */
  REQUIRED_KINDS: { quick: 25, long: 200, soak: 2000 },
  /** Random expressions, and rules of schemas, whose printed functions must equal closures. */
  PRINTED_CASES: { quick: 100, long: 1000, soak: 5000 },
  /** Random CRDs that Kubernetes' validation checks. */
  GO_CRDS: { long: 150, soak: 5000 },
  /** Random values of each rule of CRDs that Kubernetes' validation checks. */
  GO_VALUES: { long: 20, soak: 200 },
  /** Random values that Kubernetes' rules for native types check. */
  GO_RULES: { quick: 8000, long: 8000, soak: 80_000 },
  /** Strings in places of an imported document. */
  IMPORTED_STRINGS: { long: 160, soak: 3000 },
  /** Generated requests, reviews and patches that are as expensive as their form allows. */
  WORST_CASES: { long: 40, soak: 100 },
  /** Random objects of each kind that clients in Go write and read in each format. */
  FORMAT_OBJECTS: { long: 30, soak: 2000 },
  /** Damaged messages that decoders read. */
  MESSAGES: { long: 20_000, soak: 400_000 },
  /**
   * Patches of an object of 1.3 MB, by which the memory of a server must not grow. If each patch
   * left one copy, the memory would grow by more than its limit of 100 MB.
   */
  LARGE_PATCHES: { long: 90, soak: 1000 },
  /** Random graphs of owners and dependents from which objects are deleted. */
  OWNER_GRAPHS: { quick: 10, long: 50, soak: 2000 },
  /** Objects that exist when a controller starts. */
  RECONCILED_OBJECTS: { quick: 100, long: 10_000, soak: 10_000 },
  /** Objects that a controller reconciles before its memory is measured. */
  RECONCILED_EVENTS: { long: 20_000, soak: 100_000 },
  /** Random edits of schemas, whose answers for objects are compared. */
  SCHEMA_EDITS: { quick: 30, long: 150, soak: 5000 },
  /** Random objects of each type whose answers by a server and by its CRD are compared. */
  AGREEMENT_OBJECTS: { quick: 60, long: 200, soak: 5000 },
  /** Random objects of each of these types whose answers by Kubernetes' validator are compared. */
  JUDGED_OBJECTS: { long: 60, soak: 1000 },
  /** Random objects of each kind of known projects and of Kubernetes, as AGREEMENT_OBJECTS. */
  KNOWN_CRD_OBJECTS: { long: 30, soak: 300 },
  /** Those of them that Kubernetes' validator answers, too. */
  JUDGED_CRD_OBJECTS: { long: 10, soak: 100 },
  /** Objects by which an edit that is not reported as breaking is judged. */
  EDIT_OBJECTS: { quick: 60, long: 1000, soak: 1000 },
  /** Random edits of hand-written functions, and the objects by which each is judged. */
  FUNCTION_EDITS: { quick: 3, long: 23, soak: 300 },
  FUNCTION_OBJECTS: { quick: 100, long: 500, soak: 1000 },
  /** Types that random edits write in another way, without a change of the API. */
  NEUTRAL_EDITS: { quick: 20, long: 300, soak: 2000 },
  /** Random edits of types, whose answers for objects are compared. */
  TYPE_EDITS: { quick: 15, long: 80, soak: 2000 },
  /** Times that a server or a store is killed while clients write. */
  CRASH_ROUNDS: { quick: 2, long: 3, soak: 40 },
} as const satisfies Readonly<Record<string, Sizes>>;

/** Returns the form of this run. The projects of vitest.config.ts set it. */
function formOf(name: string | undefined): Form {
  return name === "long" || name === "soak" ? name : "quick";
}

const form = formOf(process.env["TEST_FORM"]);

/** Returns a size in the form of this run, or the value of the environment variable `name`. */
export function sizeOf(name: keyof typeof sizes): number {
  const given = process.env[name] ?? "";
  const inForms: Sizes = sizes[name];
  if (given === "") return inForms[form] ?? inForms.long;
  const size = Number(given);
  if (!(size > 0)) throw new Error(`the environment variable ${name} is not a positive number: ${given}`);
  return size;
}

/**
 * Returns the seed of random cases: the value of the environment variable `name`. Without it, each
 * run of `make soak` has another seed, and the seed of all others is 1.
 */
export function seedOf(name: string): number {
  return Number(process.env[name] ?? (form === "soak" ? Date.now() % 2 ** 31 : 1));
}

/**
 * True in `make test-all` and `make soak`. In `make test`, tests with many expensive cases run only
 * some of them. TEST_FORM=long before a vitest command selects all cases.
 */
export const runsAllCases = form !== "quick";

/** True in `make soak` only, for what `make test-all` would repeat. */
export const runsLongestForms = form === "soak";

/**
 * True if tests ask the libraries of Go live, where Go is installed: in the long forms, and while
 * GO_ANSWERS=write records their answers. `make test` compares with recorded answers.
 */
export const asksGo = process.env["GO_ANSWERS"] === "write" || (runsAllCases && process.env["GO_ANSWERS"] !== "off");

/**
 * Returns some of the cases of an expensive test: each nth case, where n is of the form of this
 * run. `make soak` runs all cases.
 */
export function selectedCases<T>(
  cases: readonly T[],
  nth: { readonly quick?: number; readonly long?: number },
): readonly T[] {
  const step = form === "soak" ? 1 : (nth[form] ?? 1);
  return cases.filter((_, index) => index % step === 0);
}
