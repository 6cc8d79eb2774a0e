import { posix } from "node:path";
import { addMarker, remedy, remedyAs, replaceSignature } from "../../engine/fix/fix.js";
import type { FunctionDeclaration, Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { nearest } from "../../engine/util/nearest.js";
import { findDeclaration, typeText } from "../../engine/print/type.js";
import type { Problem } from "../../engine/problem.js";
import type { FoundDefaulter } from "./functions.js";

type DefaulterName = { readonly kind: "SetDefaults" | "SetObjectDefaults"; readonly rest: string };

/** @returns what keeps a function that is named like a defaulting function from being one */
export function notADefaulter(
  universe: Universe,
  types: Package["types"],
  fn: FunctionDeclaration,
  name: DefaulterName,
  defaulter: FoundDefaulter | undefined,
): Problem | undefined {
  const meant =
    defaulter === undefined ? meantType(universe, types, fn, name) : findDeclaration(universe, defaulter.type);
  if (meant === undefined) {
    const near = types[nearest(name.rest, Object.keys(types)) ?? ""];
    return problem("unknown-type", fn, `${fn.name} is for no type: there is no ${name.rest} in this folder`, {
      ...(near === undefined
        ? { hint: "remove it, or name it after the type of its parameter" }
        : remedy(
            replaceSignature(
              fn.position,
              signature(universe, name.kind, near.name, near),
              `did you mean ${signature(universe, name.kind, near.name, near)}?`,
            ),
          )),
      needsAllTypes: true,
    });
  }
  const right = remedy(replaceSignature(fn.position, signature(universe, name.kind, name.rest, meant)));
  if (fn.form === "constant") {
    return problem(
      "not-a-declaration",
      fn,
      `${fn.name} is a constant, which is not there yet where modules import each other in a circle`,
      {
        hint: `declare it as a function: ${right.hint ?? ""}`,
      },
    );
  }
  if (!fn.exported)
    return problem("not-exported", fn, `${fn.name} is not exported, so that generated code can't call it`, right);
  if (defaulter !== undefined) return undefined;
  const written = `(${fn.parameters.map(({ name, text }) => `${name}: ${text}`).join(", ")})${fn.returnText === "" ? "" : `: ${fn.returnText}`}`;
  return problem(
    "wrong-signature",
    fn,
    `${fn.name} has the signature ${written}, which is not that of a defaulting function`,
    right,
  );
}

/** `setDefaults_Pizza`, `SetDefault_Pizza`: meant as a defaulting function, and found by nobody. */
export function nearMiss(universe: Universe, types: Package["types"], fn: FunctionDeclaration): Problem | undefined {
  if (!fn.exported) return undefined;
  const plain = (text: string): string => text.replaceAll("_", "").toLowerCase();
  const written = plain(fn.name);
  const [, start, rest] = /^(set(?:object)?default)(.*)$/.exec(written) ?? [];
  if (start === undefined || rest === undefined) return undefined;
  const isNamed = ({ name }: TypeDeclaration): boolean => fn.name.toLowerCase().endsWith(`_${name.toLowerCase()}`);
  // `setDefaults_UB` is for UB, though `Sub` reads the same.
  for (const type of Object.values(types).sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)))) {
    const own = plain(type.name);
    // The plural's s may be missing, and the type may begin with one.
    if (rest !== own && rest !== `s${own}`) continue;
    const kind = (["SetDefaults", "SetObjectDefaults"] as const).find((prefix) => plain(prefix) === `${start}s`);
    if (kind === undefined) continue;
    const right = kind === "SetDefaults" ? names.setDefaults(type.name) : names.setObjectDefaults(type.name);
    return problem(
      "near-miss",
      fn,
      `${fn.name} is not what generated code looks for: the function of ${type.name} is ${right}`,
      remedy(replaceSignature(fn.position, signature(universe, kind, type.name, type))),
    );
  }
  return undefined;
}

export function twoBases(later: FunctionDeclaration, earlier: FunctionDeclaration): Problem {
  const { file, line, column } = earlier.position;
  return problem(
    "duplicate-function",
    later,
    `${later.name} is defined twice: the other one stands at ${file}:${line}:${column}`,
    {
      hint: `keep one of them; a second function for the type is ${later.name}_<Qualifier>`,
    },
  );
}

/** @param type whose defaults it sets @param pkg where it stands */
export function unused(fn: FunctionDeclaration, type: TypeDeclaration | undefined, pkg: Package): Problem {
  const own = pkg.types[type?.name ?? ""];
  return problem("unused-function", fn, `nothing calls ${fn.name}: no object with defaults holds its type`, {
    severity: "warning",
    needsAllTypes: true,
    ...(type === undefined || own === undefined || own.id === type.id
      ? remedyAs(
          "put +k8s:defaulter-gen=TypeMeta into doc.ts, or +k8s:defaulter-gen=true on the type, or remove the function",
          ...(type === undefined ? [] : [addMarker(type.position, "+k8s:defaulter-gen=true")]),
        )
      : {
          hint: `it is for the ${type.name} of ${posix.dirname(type.position.file)}: import the one of ${own.position.file}`,
        }),
  });
}

function meantType(
  universe: Universe,
  types: Package["types"],
  fn: FunctionDeclaration,
  { kind, rest }: DefaulterName,
): TypeDeclaration | undefined {
  const parameter = fn.parameters[0]?.type;
  const foreign = parameter?.kind === "ref" ? findDeclaration(universe, parameter.to) : undefined;
  const fits = ({ name }: TypeDeclaration): boolean =>
    rest === name || (kind === "SetDefaults" && rest.startsWith(`${name}_`));
  if (foreign !== undefined && fits(foreign)) return foreign;
  return Object.values(types)
    .filter(fits)
    .sort((a, b) => b.name.length - a.name.length)[0];
}

function signature(universe: Universe, kind: DefaulterName["kind"], rest: string, type: TypeDeclaration): string {
  return `export function ${kind}_${rest}(obj: ${typeText(universe, type)}): void`;
}

function problem(code: string, fn: FunctionDeclaration, message: string, more: Partial<Problem>): Problem {
  return { code: `defaults/${code}`, severity: "error", message, position: fn.position, ...more };
}
