import type { MarkerDefinition } from "../markers/marker.js";
import type { Package, PackageId, Universe } from "../model/universe.js";
import type { Memo } from "./memo.js";
import type { PackageManager } from "../base/package-manager.js";
import type { SymbolRef } from "../base/symbol.js";
import type { Problem } from "../base/problem.js";
import type { ViolationReport } from "../model/violations/violation.js";
import type { ProblemHead, ProblemTable } from "../base/define-problems.js";

/**
 * A generator of code. Its `plan` must be a pure function, and the engine prints, formats and
 * writes the planned files.
 */
export interface Generator {
  /** Name of the generator in the configuration and for `--only`, such as `deepcopy`. */
  readonly name: string;
  /** One line that describes the generator. */
  readonly description: string;
  /**
   * The files that the generator can write into a package: default file names by key, such as `{
   * deepcopy: "zz_generated.deepcopy.ts" }`.
   */
  readonly outputs: { readonly [key: string]: string };
  /**
   * Names of generators that are planned before this one if they are selected. This generator can
   * look up the names that their files export.
   */
  readonly after?: readonly string[];
  /** True if the generator also writes files into folders without markers. */
  readonly needsNoMarker?: true;
  /** The markers that the generator reads, from `defineMarker`. */
  readonly markers: readonly MarkerDefinition[];
  /** The generator's problem codes, from `defineProblems`. */
  readonly problems?: readonly ProblemTable[];
  /**
   * Markers of Kubernetes' tools for the same purpose. Their places and values are checked, and the
   * model contains them.
   */
  readonly otherMarkers?: readonly MarkerDefinition[];
  /**
   * Names of the markers of Kubernetes' generators that the generator also reads. A `*` at the end
   * of a name matches any characters.
   */
  readonly alsoReads?: readonly string[];
  /** The options that the configuration can set. If absent, all options are accepted. */
  readonly options?: { readonly [name: string]: OptionDefinition };
  /** URL of the folder with the generator's templates: one `<name>.hbs` for each output file. */
  readonly templates: URL;
  /**
   * Returns the planned files and the problems. It must depend only on its input, and must not
   * throw errors. If a problem is an error, no files are written.
   */
  readonly plan: (input: PlanInput) => Plan;
}

/**
 * The definition of a generator's option. A value of the wrong type is reported at its position in
 * the configuration.
 */
export interface OptionDefinition {
  /**
   * Type of the option's value. `count` is an integer of at least 0. `text` is a string, and
   * `texts` is a list of strings. `folders` is a list of folders relative to the root; all types in
   * them are read, even if `paths` does not name the folders. `file` is the path of a file in the
   * project, relative to the root. `value` is any JSON value, which `check` validates.
   */
  readonly kind: "boolean" | "count" | "text" | "texts" | "folders" | "file" | "value";
  /** One sentence that describes the option. */
  readonly description: string;
  /** Returns the problems in the value of an option of the kind `value`. */
  readonly check?: (value: unknown) => readonly OptionProblem[];
}

/** A problem in an option's value. */
export interface OptionProblem {
  /** Keys and indices of the invalid part, relative to the option's value. */
  readonly path: readonly (string | number)[];
  /** Description of the expected value, for the message `<path> must be <wanted>`. */
  readonly wanted: string;
  readonly example?: unknown;
}

/** Data and functions from which a generator makes its plan. */
export interface PlanInput {
  /** The types of all folders, by package. */
  readonly universe: Universe;
  /**
   * The folders of the universe in code-point order: the targets, and the folders to which targets
   * refer. Generators plan files for all of them, but only files of targets are written.
   */
  readonly packages: readonly Package[];
  /** Names of the generators that are selected in this project. */
  readonly selected: ReadonlySet<string>;
  /**
   * Returns the symbol with the given name that an earlier generator exports from a package;
   * undefined if none does.
   */
  readonly emitted: (packageId: PackageId, name: string) => SymbolRef | undefined;
  /**
   * Returns the path of a file that this generator writes into a package.
   * @param output key of the file in `outputs`
   */
  readonly path: (packageId: PackageId, output: string) => string;
  /**
   * Returns the folder for pages about a package, relative to the root. It is the folder
   * `generated` beside the nearest configuration or package.json.
   */
  readonly pages: (packageId: PackageId) => string;
  /**
   * True if the run reads all known folders of the project. A file about several folders can be
   * planned only in such a run; in other runs, its path must be in `keep`.
   */
  readonly isWhole: boolean;
  /**
   * Returns the text of a file in the project; undefined if the file does not exist. A later run
   * compares the text with the file.
   * @param path path relative to the root
   */
  readonly readFile: (path: string) => string | undefined;
  /**
   * Reports whether the project can import an npm package. With `"runtime"`, reports whether the
   * runtime can, which imports some packages for generated code.
   */
  readonly installed: (npmPackage: string, importer?: "runtime") => boolean;
  /** Returns the command that adds npm packages to the project. Hints contain it. */
  readonly add: PackageManager["add"];
  /**
   * Returns the exports of an npm package that the project (or the runtime, with `"runtime"`) can
   * import. Returns undefined if the package is not installed or cannot be loaded.
   */
  readonly load: (npmPackage: string, importer?: "runtime") => unknown;
  /**
   * Memoises a part of a plan for later runs. The value is reused while the given packages, the
   * packages that are reachable from them, the names that earlier generators export from them, and
   * `deps` are unchanged. `make` must depend only on these:
   *
   *     input.memo("file", pkg.id, [options], () => planFile(pkg, options))
   */
  readonly memo: Memo;
  /** Values of this generator's options in the configuration, by name. */
  readonly options: { readonly [name: string]: unknown };
}

/** The files and problems that a generator has planned. */
export interface Plan {
  /** The files to write, with the data for their templates. */
  readonly files: readonly FilePlan[];
  /** Problems in the input, each with its position and usually a hint. */
  readonly problems: readonly Problem[];
  /**
   * Paths of existing files of this generator for which this run cannot decide whether they are
   * still needed. They are neither removed nor reported as outdated.
   */
  readonly keep?: readonly string[];
  /**
   * Violations of API rules. A violation that the report file does not list is reported as a
   * problem.
   */
  readonly report?: ViolationReport;
  /** Keys in the values of this generator's options that refer to nothing. */
  readonly unknownKeys?: readonly UnknownKey[];
  /** Problems in the values of this generator's options. */
  readonly optionProblems?: readonly PlannedOptionProblem[];
}

/**
 * A problem in an option's value that only the plan finds, such as a file with the wrong contents.
 * It is reported at its position in the configuration.
 */
export interface PlannedOptionProblem extends ProblemHead {
  /** Name of the option, and keys and indices of the invalid part in its value. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
}

/**
 * A key in the value of an option that refers to something that does not exist. It is reported at
 * its position in the configuration, but only in a run that has read all folders.
 */
export interface UnknownKey {
  /** Name of the option whose value contains the key. */
  readonly option: string;
  readonly key: string;
  /** Description of the valid keys, such as `a group with custom resources`. */
  readonly wanted: string;
  /** The valid keys, of which the most similar one is proposed. */
  readonly known: readonly string[];
  /** Advice for this key. It replaces the proposal of a similar key. */
  readonly hint?: string;
}

/** An unknown key in the options of a generator, with the name of the generator. */
export interface PlannedUnknownKey extends UnknownKey {
  readonly generator: string;
}

/** A file that will be written: its template, and the data for the template. */
export interface FilePlan {
  readonly package: PackageId;
  /** Path of the file, relative to the root. */
  readonly path: string;
  /**
   * True for a file of code in the folder of pages. Its header names the package, so that a later
   * run finds and removes the file if no generator plans it. Absent for Markdown pages.
   */
  readonly isPage?: true;
  /**
   * True if the plan is based on the existing file, which another tool may have written. The file
   * is then replaced even without a header of codegen.
   */
  readonly isContinued?: true;
  /** Path of the template, relative to the generator's template folder and without `.hbs`. */
  readonly template: string;
  /** Data for the template: plain values, and a `SymbolRef` for each imported name. */
  readonly view: unknown;
  /**
   * Names of the values that the file exports. Later generators can look them up. Imports of the
   * file must not use these names as local names.
   */
  readonly exports: readonly string[];
  /**
   * Hand-written functions that the file re-exports, as in `export { DeepCopy_Pizza } from
   * "./copy.js"`. Other files can therefore import them like generated functions.
   */
  readonly reexports?: readonly SymbolRef[];
}
