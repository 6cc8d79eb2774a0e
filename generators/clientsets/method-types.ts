import { posix } from "node:path";
import type { PlanInput } from "../../engine/plan/generator.js";
import { folderNamed } from "../../engine/markers/marker-folder.js";
import { packageById } from "../../engine/model/lookup.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { nearest } from "../../engine/util/nearest.js";

/** Type of a method's argument or result. */
export interface MethodType {
  readonly type: SymbolRef;
  /**
   * Generated schema of the type. Undefined if the type has none or comes from an npm package; its
   * values are then plain JSON.
   */
  readonly schema: SymbolRef | undefined;
}

/**
 * Looks up the type that a `+genclient:method` marker names: `Scale` (same folder),
 * `../autoscaling/v1.Scale` (other folder), or `@scope/package.Scale` (npm package). Returns a
 * fault and a hint for an unknown name, or for a folder that codegen did not read.
 */
export function methodType(
  input: PlanInput,
  kind: TypeDeclaration,
  text: string,
): MethodType | { readonly fault: string; readonly hint: string } {
  const cut = text.lastIndexOf(".");
  const [place, name] = [text.slice(0, Math.max(cut, 0)), text.slice(cut + 1)];
  if (place.startsWith("@") || packageById(input.universe, place)?.kind === "module")
    return { type: { symbol: name, from: place, module: true, type: true }, schema: undefined };
  const folder = place === "" ? kind.package : folderNamed(posix.dirname(kind.file), place);
  const pkg = packageById(input.universe, folder);
  if (pkg === undefined)
    return {
      fault: `codegen did not read the folder ${folder}`,
      hint: `write the path of the folder of ${name} relative to this folder, and add the folder to the paths of codegen`,
    };
  const type = Object.hasOwn(pkg.types, name) ? pkg.types[name] : undefined;
  if (type?.exported !== true) {
    const other = nearest(name, Object.keys(pkg.types));
    return {
      fault: `${folder} exports no type ${name}`,
      hint: other === undefined ? `export interface ${name} { … }` : `did you mean ${other}?`,
    };
  }
  return {
    type: { symbol: name, from: type.file, type: true },
    schema: input.emitted(folder, names.schema(name)),
  };
}
