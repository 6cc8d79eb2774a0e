import type { Position, Problem } from "./problem.js";

/**
 * One way to correct a problem. A program such as an editor or a code scanning service can apply
 * the edits.
 */
export interface Fix {
  /** Description of the fix for the hint: the code that the user should write, or a sentence. */
  readonly text: string;
  readonly edits: readonly Edit[];
  /**
   * True if the edits only show the correct form, so that the author must replace the example
   * value.
   */
  readonly isExample?: true;
}

/** A change of one file. `resolveEdit` finds the text that the change replaces. */
export type Edit =
  /** Replaces the text `from`, which begins at the position or later on the same line. */
  | { readonly kind: "replace"; readonly at: Position; readonly from: string; readonly to: string }
  /** Replaces a marker up to the end of its line. If `to` is empty, removes the marker. */
  | { readonly kind: "marker"; readonly at: Position; readonly to: string }
  /** Adds a marker above the declaration or field at a position. */
  | { readonly kind: "addMarker"; readonly at: Position; readonly marker: string }
  /** Adds a marker to the package comment in a folder's doc.ts. A missing doc.ts is created. */
  | { readonly kind: "packageMarker"; readonly folder: string; readonly marker: string }
  /**
   * Adds a base type to the `extends` clause of the interface whose name is at a position, such as
   * `TypeMeta<…>`.
   */
  | { readonly kind: "heritage"; readonly at: Position; readonly base: string; readonly to: string }
  /** Exports the declaration whose name is at a position. */
  | { readonly kind: "export"; readonly at: Position }
  /**
   * Replaces the signature of the function whose name is at a position: everything from `export` to
   * the body.
   */
  | { readonly kind: "signature"; readonly at: Position; readonly to: string }
  /** Adds a type to the imports of a file. */
  | { readonly kind: "import"; readonly file: string; readonly name: string; readonly from: string }
  /** Adds declarations at the end of a file. A missing file is created. */
  | { readonly kind: "append"; readonly file: string; readonly text: string };

/** The advice in a problem: its hint and its fixes. */
export type Remedy = Pick<Problem, "hint" | "fixes">;

/** Returns a remedy with alternative fixes. Each fix becomes one line of the hint. */
export function remedy(...fixes: readonly Fix[]): Remedy {
  return { hint: fixes.map(({ text }, index) => (index === 0 ? text : `or ${text}`)).join("\n"), fixes };
}

/** Returns a remedy with the given hint, to which the texts of the fixes are not added. */
export function remedyAs(hint: string, ...fixes: readonly Fix[]): Remedy {
  return { hint, fixes };
}

export function replaceMarker({ position }: { readonly position: Position }, to: string, text = to): Fix {
  return { text, edits: [{ kind: "marker", at: position, to }] };
}

export function removeMarker({ position }: { readonly position: Position }, text = "remove the marker"): Fix {
  return { text, edits: [{ kind: "marker", at: position, to: "" }] };
}

export function addMarker(at: Position, marker: string, text = `add ${marker}`): Fix {
  return { text, edits: [{ kind: "addMarker", at, marker }] };
}

export function addPackageMarker(folder: string, marker: string, text = `add ${marker} to ${folder}/doc.ts`): Fix {
  return { text, edits: [{ kind: "packageMarker", folder, marker }] };
}

export function replaceText(at: Position, from: string, to: string, text = to): Fix {
  return { text, edits: [{ kind: "replace", at, from, to }] };
}

/**
 * Returns a fix that adds `export` to a declaration.
 * @param at position of the declaration's name
 */
export function exportIt(at: Position, text = "export it"): Fix {
  return { text, edits: [{ kind: "export", at }] };
}

/**
 * Returns a fix that replaces the signature of a function.
 * @param to the new signature, without the body
 */
export function replaceSignature(at: Position, to: string, text = `${to} { … }`): Fix {
  return { text, edits: [{ kind: "signature", at, to }] };
}

/** Returns a fix that adds declarations at the end of a file, below a line that names the file. */
export function appendTo(file: string, text: string): Fix {
  return { text: `// ${file}\n${text}`, edits: [{ kind: "append", file, text }] };
}
