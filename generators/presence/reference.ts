import { posix } from "node:path";
import {
  appendTo,
  remedy,
  remedyAs,
  removeMarker,
  replaceMarker,
  replaceText,
  type Remedy,
} from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { ConstantDeclaration, Package, PackageId, Type, Universe } from "../../engine/model/universe.js";
import { nearest } from "../../engine/util/nearest.js";
import type { Printable, SymbolRef } from "../../engine/base/symbol.js";
import { typeById } from "../../engine/model/lookup.js";
import { printType, typeString } from "../../engine/print/type.js";
import type { DefaultTarget } from "./read-default.js";
import { resolveAliases } from "../../engine/model/facts/resolve.js";
import { memoryKind } from "../../engine/model/facts/value-kind.js";
import { runtimeValue } from "../../engine/base/runtime-symbol.js";

export interface ConstantReference {
  readonly code: Printable;
  /** Value of the constant; undefined if the constant is not a JSON literal. */
  readonly value?: unknown;
}

export interface NoReference {
  readonly code: "defaults/unknown-ref" | "defaults/ref-without-type" | "defaults/wrong-type";
  readonly text: string;
  readonly remedy: Remedy;
}

const deepCopyJSON = runtimeValue("deepCopyJSON");

/**
 * Returns the constant to which `ref(Name)`, `ref(../folder.Name)` or `ref(folder/below/root.Name)`
 * refers. Returns the reason if the constant does not exist or does not fit the type. Returns
 * undefined if the folder does not exist, which loading has already reported.
 */
export function constantReference(
  universe: Universe,
  target: DefaultTarget,
  marker: Marker,
  path: string,
): ConstantReference | NoReference | undefined {
  const cut = path.lastIndexOf(".");
  const name = path.slice(cut + 1);
  const folder = cut < 0 ? target.pkg : path.slice(0, cut);
  const pkg = findPackage(universe, target.pkg, folder);
  if (pkg === undefined) {
    if (folder.includes("/") || folder.startsWith(".")) return undefined;
    return {
      code: "defaults/unknown-ref",
      text: `ref(${path}) refers to the package ${folder}, which no file imports`,
      remedy: { hint: "write the path relative to this folder: ref(../v1.Name)" },
    };
  }
  const constant = pkg.constants.find((candidate) => candidate.name === name);
  if (constant === undefined) return noConstant(pkg, marker, path, name);
  return use(universe, target.type, marker, pkg, constant);
}

function use(
  universe: Universe,
  type: Type,
  marker: Marker,
  pkg: Package,
  constant: ConstantDeclaration,
): ConstantReference | NoReference {
  const symbol: SymbolRef = {
    symbol: constant.name,
    from: constant.file,
    ...(pkg.kind === "module" ? { module: true } : {}),
  };
  const value = constant.value === undefined ? {} : { value: constant.value };
  const [wanted, given] = [type, constant.type].map((one) =>
    one === undefined ? undefined : memoryKind(universe, one),
  );
  if (wanted !== undefined && given !== undefined && wanted !== given) {
    const text = `the constant ${constant.name} is ${given}, but the value must be ${wanted}`;
    return {
      code: "defaults/wrong-type",
      text,
      remedy: remedy(removeMarker(marker, `remove the marker, or refer to a constant that is ${wanted}`)),
    };
  }
  const resolved = resolveAliases(universe, type);
  if (resolved?.kind === "literals") {
    const isWide = constant.type?.kind === "scalar";
    return { code: isWide ? [symbol, " as ", printType(universe, type)] : symbol, ...value };
  }
  if (
    resolved === undefined ||
    (resolved.kind === "scalar" && !["any", "RawExtension", "FieldsV1"].includes(resolved.name))
  )
    return { code: symbol, ...value };
  if (constant.type === undefined) {
    return {
      code: "defaults/ref-without-type",
      text: `the constant ${constant.name} has no declared type, so codegen cannot check its value`,
      remedy: declareType(universe, type, constant),
    };
  }
  return { code: [deepCopyJSON, "(", symbol, ")"], ...value };
}

/**
 * Returns advice to declare the type of a constant. The advice has a fix only if the file of the
 * constant declares the type, because another file would also need an import.
 */
function declareType(universe: Universe, type: Type, constant: ConstantDeclaration): Remedy {
  const declaration = type.kind === "ref" ? typeById(universe, type.to) : undefined;
  const text = declaration === undefined ? "…" : typeString(universe, declaration);
  const hint = `declare the type of the constant: export const ${constant.name}: ${text} = …`;
  if (declaration === undefined || declaration.file !== constant.file) return { hint };
  return remedyAs(hint, replaceText(constant.position, constant.name, `${constant.name}: ${text}`));
}

export function findPackage(universe: Universe, from: PackageId, folder: string): Package | undefined {
  if (folder.startsWith(".")) return universe.packages[posix.normalize(posix.join(from, folder))];
  const exact = universe.packages[folder];
  if (exact !== undefined) return exact;
  const ending = Object.values(universe.packages).filter(({ id }) => id.endsWith(`/${folder}`));
  return ending.length === 1 ? ending[0] : undefined;
}

function noConstant(pkg: Package, marker: Marker, path: string, name: string): NoReference {
  const before = path.slice(0, path.length - name.length);
  const fn = pkg.functions.find((candidate) => candidate.name === name && candidate.exported);
  if (fn !== undefined) {
    const constant = `Default${name}`;
    const declared = `export const ${constant} = ${name}();`;
    const edits = [
      ...appendTo(fn.file, declared).edits,
      ...replaceMarker(marker, `+default=ref(${before}${constant})`).edits,
    ];
    const text = `declare a constant in ${fn.file}: ${declared}, and write +default=ref(${before}${constant})`;
    return {
      code: "defaults/unknown-ref",
      text: `ref(${path}) refers to a function instead of a constant`,
      remedy: remedy({ text, edits }),
    };
  }
  const meant = nearest(
    name,
    pkg.constants.map((constant) => constant.name),
  );
  return {
    code: "defaults/unknown-ref",
    text: `ref(${path}) does not refer to an exported constant of ${pkg.id}`,
    remedy:
      meant === undefined
        ? { hint: `declare the constant in ${pkg.id}: export const ${name} = …` }
        : remedy(replaceMarker(marker, `+default=ref(${before}${meant})`, `did you mean ${before}${meant}?`)),
  };
}
