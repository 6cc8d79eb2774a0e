import { duplicate, invalid, notSupported, required, tooLong, type ErrorList, type Path } from "../field/index.js";
import { isLabelKey } from "../names/label.js";
import { hasMoreBytes } from "../util/text-length.js";
import type { Condition } from "./v1/types.js";

const statuses = ["False", "True", "Unknown"];
const reasonForm = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const wrongReason =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";
const maxReasonBytes = 1024;
const maxMessageBytes = 32 * 1024;

/**
 * Returns the errors of the conditions of a status, with Kubernetes' messages (Go:
 * metav1validation.ValidateConditions). Call it from a hand-written validation function: a server
 * itself does not check conditions.
 * @param fldPath path of the list, such as `status.conditions`
 */
export function validateConditions(conditions: readonly Readonly<Condition>[], fldPath: Path): ErrorList {
  const types = new Set<string>();
  return conditions.flatMap((condition, index) => {
    const path = fldPath.index(index);
    const isRepeated = types.has(condition.type);
    types.add(condition.type);
    return [...(isRepeated ? [duplicate(path, condition.type)] : []), ...validateCondition(condition, path)];
  });
}

function validateCondition(condition: Readonly<Condition>, path: Path): ErrorList {
  const { type, observedGeneration = 0, lastTransitionTime, reason, message } = condition;
  // The type of `status` excludes other strings, but a client can send them.
  const status: string = condition.status;
  return [
    ...(type === ""
      ? [required(path.child("type"), "is required")]
      : isLabelKey(type).map((why) => invalid(path.child("type"), type, why))),
    ...(status === "" ? [required(path.child("status"), "")] : []),
    ...(status === "" || statuses.includes(status) ? [] : [notSupported(path.child("status"), status, statuses)]),
    ...(observedGeneration < 0
      ? [invalid(path.child("observedGeneration"), observedGeneration, "must be greater than or equal to zero")]
      : []),
    ...(lastTransitionTime === "" ? [required(path.child("lastTransitionTime"), "")] : []),
    ...validateReason(reason, path.child("reason")),
    ...(hasMoreBytes(message, maxMessageBytes) ? [tooLong(path.child("message"), maxMessageBytes)] : []),
  ];
}

function validateReason(reason: string, path: Path): ErrorList {
  if (reason === "") return [required(path, "")];
  return [
    ...(reasonForm.test(reason) ? [] : [invalid(path, reason, wrongReason)]),
    ...(hasMoreBytes(reason, maxReasonBytes) ? [tooLong(path, maxReasonBytes)] : []),
  ];
}
