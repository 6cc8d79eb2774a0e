import type { Type, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/base/symbol.js";
import type { DefaultValue } from "../presence/read-default.js";
import { resolve } from "../../engine/model/facts/resolve.js";
import type { Step } from "./step.js";

/**
 * Condition under which a default is set. For a required property, the value cannot be absent, so
 * the condition is `zero`.
 */
export type Unset = "absent" | "absent-or-zero" | "zero";

/** Returns the statement that sets a default; undefined if the default never has an effect. */
export function setStep(
  universe: Universe,
  type: Type,
  target: Printable,
  { code, isZero }: DefaultValue,
  unset: Unset,
): Step | undefined {
  if (unset === "absent") return { kind: "unset", target, value: code };
  if (isZero) return undefined;
  const mayBeAbsent = unset === "absent-or-zero";
  const when = (condition: Printable): Step => ({ kind: "when", condition, target, value: code });
  const resolved = resolve(universe, type);
  switch (resolved?.kind) {
    case "scalar":
      switch (resolved.name) {
        case "any":
          return { kind: "unset", target, value: code };
        case "Quantity":
        case "Duration":
          return when(["!", target, " || ", target, resolved.name === "Quantity" ? ` === "0"` : ` === "0s"`]);
        case "RawExtension":
        case "FieldsV1":
          return when(emptyObject(target, mayBeAbsent));
        default:
          return { kind: "zero", target, value: code };
      }
    case "literals":
      if (resolved.values.some((value) => value === "" || value === 0 || value === false))
        return { kind: "zero", target, value: code };
      // The compiler considers every literal of the union to be truthy. At run time, a property
      // that was never set is falsy.
      return when(mayBeAbsent ? ["!", target] : ["!(", target, " as ", typeof resolved.values[0], ")"]);
    case "list":
      return when(mayBeAbsent ? ["!", target, "?.length"] : [target, ".length === 0"]);
    case "map":
      return when(emptyObject(target, mayBeAbsent));
    default:
      return mayBeAbsent ? { kind: "unset", target, value: code } : undefined;
  }
}

function emptyObject(target: Printable, mayBeAbsent: boolean): Printable {
  return ["Object.keys(", target, mayBeAbsent ? " ?? {}" : "", ").length === 0"];
}
