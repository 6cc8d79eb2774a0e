import type { MarkerDefinition } from "./markers/marker.js";
import type { Package, PackageId, Universe } from "./model/universe.js";
import type { Memo } from "./incremental/memo.js";
import type { SymbolRef } from "./print/symbol.js";
import type { Problem } from "./problem.js";

/** One generator: a value. `plan` is pure; rendering, formatting and writing are the engine's. */
export interface Generator {
  /** What `--only` and the configuration call it: `deepcopy`. */
  readonly name: string;
  readonly description: string;
  /**
   * The files it writes into a package, by key, with their default names: `{ deepcopy:
   * "zz_generated.deepcopy.ts" }`.
   */
  readonly outputs: { readonly [key: string]: string };
  /**
   * Generators whose emitted names it asks for. They are planned before it, where they are
   * selected.
   */
  readonly after?: readonly string[];
  readonly markers: readonly MarkerDefinition[];
  /**
   * Markers of Kubernetes' generators that it reads, by name; a `*` at the end stands for any
   * ending.
   */
  readonly alsoReads?: readonly string[];
  /** What the configuration may say for it under `options`. Absent: anything. */
  readonly options?: { readonly [name: string]: OptionDefinition };
  /** The folder of its templates: one `<name>.hbs` for each output file. */
  readonly templates: URL;
  readonly plan: (input: PlanInput) => Plan;
}

/** One option: other values are an error at their place in the configuration. */
export interface OptionDefinition {
  /**
   * `folders`: a list of folders relative to the root, which are read as a whole, whatever `paths`
   * says.
   */
  readonly kind: "boolean" | "text" | "texts" | "folders";
  readonly description: string;
}

export interface PlanInput {
  readonly universe: Universe;
  /**
   * The folders of the universe, in code-point order: targets, and what targets refer to. All are
   * planned; only targets are written.
   */
  readonly packages: readonly Package[];
  /** Names of the generators selected in this project. */
  readonly selected: ReadonlySet<string>;
  /** What an earlier generator exports from a package, by name. */
  readonly emitted: (packageId: PackageId, name: string) => SymbolRef | undefined;
  /** The path of the file behind an output key of this generator in a package. */
  readonly path: (packageId: PackageId, output: string) => string;
  /**
   * The folder for pages about a package, relative to the root: `generated` beside the nearest
   * configuration or package.json.
   */
  readonly pages: (packageId: PackageId) => string;
  /** Whether the project can import this npm package. */
  readonly installed: (npmPackage: string) => boolean;
  /**
   * Makes a part of the plan, one package's or several packages', or takes it over from an earlier
   * run under `--watch`. What `make` reads is these packages, those that they lead to (by the types
   * and folders that they name, as versions do their hubs), what earlier generators emit into them,
   * and what `about` says of everything else.
   */
  readonly memo: Memo;
  /** What the configuration says for this generator. */
  readonly options: { readonly [name: string]: unknown };
}

export interface Plan {
  readonly files: readonly FilePlan[];
  readonly problems: readonly Problem[];
  /**
   * Files of this generator that exist but can't be judged in this run: neither orphans nor out of
   * date.
   */
  readonly keep?: readonly string[];
}

/** One file to be written: which template, and the data it is filled with. */
export interface FilePlan {
  readonly package: PackageId;
  /** Relative to the root. */
  readonly path: string;
  /** Below the generator's template folder, without `.hbs`. */
  readonly template: string;
  /** Plain data; what is to be imported stands in it as `SymbolRef`. */
  readonly view: unknown;
  /**
   * Names that the file exports as values, so that no import takes them and later generators find
   * them.
   */
  readonly exports: readonly string[];
  /**
   * What people wrote and the file passes on, `export { DeepCopy_Pizza } from "./copy.js"`, so that
   * importers need not know who wrote it. Printed below the imports.
   */
  readonly reexports?: readonly SymbolRef[];
}
