import { RequestValidation } from "@apimachinery/runtime";
import { onlyRemovesFinalizers } from "../../admission/only-removes-finalizers.js";
import { runValidation as validateByPlugins } from "../../admission/plugin.js";
import { checkValid } from "../../registry/check-valid.js";
import type { CompleteStrategy } from "../../registry/complete-strategy.js";
import type { APIObject } from "../../request/api-object.js";
import type { RequestContext } from "../../request/request-context.js";
import type { HandledKind, HandledKinds } from "../handled-kinds.js";
import { reviewAttributes, strategyContext, type ReviewNotes } from "./admission-attributes.js";
import { objectIn, type AdmissionRequest } from "./admission-request.js";
import { hubObject, type Deciders } from "./mutate.js";

/**
 * Checks a reviewed request, as an API server does before it stores an object. Applies the rules of
 * the type, and calls the strategy and the admission plugins.
 * @throws StatusError if the request is refused
 */
export async function validateReview(
  { kinds, plugins, deadline }: Deciders,
  handled: HandledKind,
  request: AdmissionRequest,
  notes: ReviewNotes,
): Promise<void> {
  const [sent, old] = [objectIn(request.object), objectIn(request.oldObject)];
  const oldObject = old && hubObject(kinds, handled, request.kind, old);
  const object = sent && hubObject(kinds, handled, request.kind, sent);
  const attributes = reviewAttributes(kinds, request, { object, oldObject }, notes, deadline);
  const isWrite = request.operation === "CREATE" || request.operation === "UPDATE";
  if (object !== undefined && isWrite && !onlyRemovesFinalizers(attributes)) {
    const validation = validationOf(kinds, handled, request);
    validation.setSent(
      () => sent,
      () => old,
    );
    check(handled, { ...strategyContext(request, notes), validation }, object, oldObject);
  }
  await validateByPlugins(plugins, attributes);
}

function validationOf(
  { scheme }: HandledKinds,
  { strategy }: HandledKind,
  { kind, subResource = "" }: AdmissionRequest,
): RequestValidation {
  const written = subResource === "status" ? "status" : strategy.separatesStatus ? "all but status" : "all";
  return new RequestValidation(scheme, kind, subResource, written);
}

function check(
  { hub, strategy, statusStrategy }: HandledKind,
  context: RequestContext,
  object: APIObject,
  old: APIObject | undefined,
): void {
  const own: CompleteStrategy = context.subresource === "status" ? (statusStrategy ?? strategy) : strategy;
  checkValid(own, hub, context, object, old, (mayTrustTypes) => {
    if (!mayTrustTypes) return [];
    return old === undefined ? own.validate(context, object) : own.validateUpdate(context, object, old);
  });
  const warnings =
    old === undefined ? own.warningsOnCreate(context, object) : own.warningsOnUpdate(context, object, old);
  for (const warning of warnings) context.warn(warning);
}
