import type { MarkerDefinition } from "../markers/marker.js";
import type { Package, PackageId, Universe } from "../model/universe.js";
import type { Memo } from "./memo.js";
import type { PackageManager } from "../base/package-manager.js";
import type { SymbolRef } from "../base/symbol.js";
import type { Problem } from "../base/problem.js";
import type { ViolationReport } from "../model/violations/violation.js";
import type { ProblemTable } from "../base/define-problems.js";

/**
 * A generator of code. `plan` must be a pure function. The engine renders, formats and writes the
 * planned files.
 */
export interface Generator {
  /** The generator's name in the configuration and for `--only`: `deepcopy`. */
  readonly name: string;
  /** One line about the generator. */
  readonly description: string;
  /**
   * The files that the generator can write into a package. The value is the default file name for
   * each key, such as `{ deepcopy: "zz_generated.deepcopy.ts" }`.
   */
  readonly outputs: { readonly [key: string]: string };
  /**
   * Names of the generators that are planned before this one, if the project selects them. This
   * generator can look up the names that their files export.
   */
  readonly after?: readonly string[];
  /** True if the generator also writes files into folders without markers. */
  readonly needsNoMarker?: true;
  /** The generator's markers, from `defineMarker`. */
  readonly markers: readonly MarkerDefinition[];
  /** The generator's problem codes, from `defineProblems`. */
  readonly problems?: readonly ProblemTable[];
  /**
   * Markers of Kubernetes' tools for the same purpose. Their places and values are checked, and
   * the model contains them.
   */
  readonly otherMarkers?: readonly MarkerDefinition[];
  /**
   * Names of the markers of Kubernetes' generators that the generator reads; `*` at the end of a
   * name matches any ending.
   */
  readonly alsoReads?: readonly string[];
  /**
   * The options that the configuration can set. If absent, the configuration can set any option.
   */
  readonly options?: { readonly [name: string]: OptionDefinition };
  /** The folder of the generator's templates: one `<name>.hbs` for each output file. */
  readonly templates: URL;
  /**
   * Returns the files and the problems. It reads nothing but its input, and throws nothing. With a
   * problem that is an error, no file is written.
   */
  readonly plan: (input: PlanInput) => Plan;
}

/**
 * An option of a generator. A value of the wrong type is reported at its position in the
 * configuration.
 */
export interface OptionDefinition {
  /**
   * Type of the option's value. `folders` is a list of folders relative to the root. All types of
   * these folders are read, even if `paths` does not name the folders. `file` is the path of a file
   * relative to the root, in the project. `count` is a whole number, 0 or more.
   */
  readonly kind: "boolean" | "count" | "text" | "texts" | "folders" | "file" | "value";
  /** One sentence about the option. */
  readonly description: string;
  /** Returns the problems in an option of the kind `value`, which can be any JSON. */
  readonly check?: (value: unknown) => readonly OptionProblem[];
}

/** A wrong part of an option's value. */
export interface OptionProblem {
  /** Keys and indices that lead to the part from the option's value. */
  readonly path: readonly (string | number)[];
  /** The expected value, for the message `<path> must be <wanted>`. */
  readonly wanted: string;
  readonly example?: unknown;
}

/** Data from which a generator makes its plan. */
export interface PlanInput {
  /** The types of all folders, by package. */
  readonly universe: Universe;
  /**
   * The folders of the universe in code-point order: targets, and the folders that targets refer
   * to. Files are planned for all of them, and written only for targets.
   */
  readonly packages: readonly Package[];
  /** Names of the generators that are selected in this project. */
  readonly selected: ReadonlySet<string>;
  /**
   * Returns the symbol with this name that an earlier generator exports from a package; undefined
   * if none does.
   */
  readonly emitted: (packageId: PackageId, name: string) => SymbolRef | undefined;
  /**
   * Returns the path of a file of this generator in a package.
   * @param output the file's key in `outputs`
   */
  readonly path: (packageId: PackageId, output: string) => string;
  /**
   * Returns the folder for pages about a package, relative to the root: `generated` beside the
   * nearest configuration or package.json.
   */
  readonly pages: (packageId: PackageId) => string;
  /**
   * True if the run reads all known folders of the project. A file about several folders can be
   * planned only then; otherwise it is in `keep`.
   */
  readonly isWhole: boolean;
  /**
   * Returns the text of a file in the project; undefined if it does not exist. A later run sees
   * whether the file has changed.
   * @param path relative to the root
   */
  readonly readFile: (path: string) => string | undefined;
  /**
   * Reports whether the project can import this npm package, or whether the runtime can, which
   * imports some packages for generated code.
   */
  readonly installed: (npmPackage: string, importer?: "runtime") => boolean;
  /** Returns the command that adds npm packages to the project, for hints. */
  readonly add: PackageManager["add"];
  /**
   * Returns the exports of an npm package that the project, or the runtime, can import; undefined
   * if the package is not installed or cannot be loaded.
   */
  readonly load: (npmPackage: string, importer?: "runtime") => unknown;
  /**
   * Memoises part of a plan across the runs of `--watch`. The cached value is reused while the
   * given packages, the packages that are reachable from them, the names that earlier generators
   * emit into them, and `deps` are unchanged. `make` must not read anything else:
   *
   *     input.memo("file", pkg.id, [options], () => planFile(pkg, options))
   */
  readonly memo: Memo;
  /** Values of this generator's options in the configuration. */
  readonly options: { readonly [name: string]: unknown };
}

/** Files and problems of a generator. */
export interface Plan {
  /** The files to write, with the data for their templates. */
  readonly files: readonly FilePlan[];
  /** Mistakes in the input, each with a position and a hint. */
  readonly problems: readonly Problem[];
  /**
   * Existing files of this generator for which this run cannot decide whether they are needed. They
   * are neither removed nor reported as out of date.
   */
  readonly keep?: readonly string[];
  /**
   * Violations of API rules. A violation is reported as a problem if the report file does not list
   * it.
   */
  readonly report?: ViolationReport;
  /** Keys in the values of this generator's options that name nothing. */
  readonly unknownKeys?: readonly UnknownKey[];
}

/**
 * A key in the value of an option that names something that does not exist. It is reported with its
 * position in the configuration, by a run that has read all folders.
 */
export interface UnknownKey {
  /** Name of the option, whose value is an object. */
  readonly option: string;
  readonly key: string;
  /** Description of the valid keys, such as `a group with custom resources`. */
  readonly wanted: string;
  /** The valid keys. The nearest one is proposed. */
  readonly known: readonly string[];
  /** Advice for this key. Replaces the proposal. */
  readonly hint?: string;
}

/** A wrong key in the options of a generator, and the name of the generator. */
export interface PlannedUnknownKey extends UnknownKey {
  readonly generator: string;
}

/** One file to be written: its template, and the data for the template. */
export interface FilePlan {
  readonly package: PackageId;
  /** Path of the file, relative to the root. */
  readonly path: string;
  /**
   * True for code in the folder of pages. Its header names the package, so that a later run finds
   * it when it is not planned any more. Markdown pages need no mark.
   */
  readonly isPage?: true;
  /**
   * True if the plan is made from the existing file, which another tool can have written. The file
   * is then replaced.
   */
  readonly isContinued?: true;
  /** Path of the template below the generator's template folder, without `.hbs`. */
  readonly template: string;
  /** Data for the template: plain values, and a `SymbolRef` for each name to import. */
  readonly view: unknown;
  /**
   * Names of the values that the file exports. Later generators can look them up. The file's
   * imports get other local names.
   */
  readonly exports: readonly string[];
  /**
   * Hand-written functions that the file re-exports, as in `export { DeepCopy_Pizza } from
   * "./copy.js"`. Other files can therefore import them like generated functions. The re-exports
   * are printed below the imports.
   */
  readonly reexports?: readonly SymbolRef[];
}
