import { decodeJSON, field } from "@apimachinery/runtime";
import type { DeleteOptions as WireOptions, DeletionPropagation, FieldError } from "@apimachinery/runtime";
import { DeleteOptionsSchema } from "@apimachinery/runtime/codegen/v1";
import { StatusError, newBadRequest } from "../errors/index.js";
import type { APIRequest } from "../filters/context.js";
import { isTruthy } from "../http/request-info.js";
import type { DeleteOptions as StoreOptions } from "../registry/deletion.js";
import { readYAMLBody } from "../yaml/body.js";
import { bodyLimit, bodyType } from "./decode-body.js";
import { checkJSONDepth } from "./nesting.js";
import { dryRunErrors, invalidOptions } from "./write-options.js";

export interface DeleteOptions extends StoreOptions {
  readonly isDryRun: boolean;
  /** Whether `orphanDependents` was given as false: an object that stays for a while is then 202, accepted. */
  readonly isOrphanForbidden: boolean;
}

/** As they are on the wire: the body's, or where there is none the query's. */
type Given = Partial<WireOptions>;

/** @throws StatusError 400 for a body that can't be read, 422 for options that make no sense */
export async function deleteOptions(request: APIRequest): Promise<DeleteOptions> {
  const body = await request.readBody(bodyLimit);
  const given = body.length === 0 ? ofQuery(request.query) : await ofBody(body, request.header("content-type"));
  const errors = [...propagationErrors(given), ...dryRunErrors(given.dryRun ?? []), ...unreadableErrors(given)];
  if (errors.length > 0) throw invalidOptions("DeleteOptions", errors);
  return {
    preconditions: given.preconditions ?? {},
    isUnreadable: isUnreadable(given),
    isDryRun: (given.dryRun ?? []).length > 0,
    isOrphanForbidden: given.orphanDependents === false,
  };
}

function ofQuery(query: URLSearchParams): Given {
  const orphan = query.get("orphanDependents");
  const policy = query.get("propagationPolicy");
  const grace = query.get("gracePeriodSeconds") ?? "";
  const unreadable = query.get(unreadableName);
  if (grace !== "" && !/^[+-]?\d+$/.test(grace)) throw newBadRequest(`strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`);
  return {
    dryRun: query.getAll("dryRun"),
    ...(orphan === null ? {} : { orphanDependents: isTruthy(orphan) }),
    // What is none of them is refused below.
    ...(policy === null ? {} : { propagationPolicy: policy as DeletionPropagation }),
    ...(grace === "" ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(unreadable === null ? {} : { [unreadableName]: isTruthy(unreadable) }),
  };
}

/** Whatever version the body says, it is DeleteOptions; other kinds are refused. */
async function ofBody(body: Buffer, contentType: string | undefined): Promise<Given> {
  const type = bodyType(contentType);
  try {
    const text = body.toString("utf8");
    const json = type === "application/yaml" ? (await readYAMLBody(text)).json : text;
    checkJSONDepth(json);
    const { value } = decodeJSON(DeleteOptionsSchema, json, "ignore");
    // Decoding makes DeleteOptions of whatever it is.
    const kind = (JSON.parse(json) as { readonly kind?: string } | null)?.kind ?? "";
    if (kind !== "" && kind !== "DeleteOptions") throw newBadRequest(`no kind ${JSON.stringify(kind)} is registered for version "v1"`);
    return value;
  } catch (error) {
    if (error instanceof StatusError) throw error;
    const { message } = error as Error;
    throw newBadRequest(message.startsWith("json: ") || message.startsWith("yaml: ") ? message : `couldn't get version/kind; json parse error: ${message}`);
  }
}

const policies: readonly string[] = ["Foreground", "Background", "Orphan"];

function propagationErrors({ propagationPolicy, orphanDependents }: Given): FieldError[] {
  const at = field.newPath("propagationPolicy");
  if (propagationPolicy === undefined) return [];
  const both = orphanDependents === undefined ? [] : [field.invalid(at, propagationPolicy, "orphanDependents and deletionPropagation cannot be both set")];
  return policies.includes(propagationPolicy) ? both : [...both, field.notSupported(at, propagationPolicy, [...policies, "nil"])];
}

const unreadableName = "ignoreStoreReadErrorWithClusterBreakingPotential";

function isUnreadable(given: Given): boolean {
  return given[unreadableName] === true;
}

/** What can't be asked of an object that nobody can read. */
function unreadableErrors(given: Given): FieldError[] {
  if (!isUnreadable(given)) return [];
  const others = (["propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions"] as const).filter((name) => given[name] !== undefined);
  return others.map((name) => field.invalid(field.newPath(unreadableName), true, `cannot be set together with .${name}`));
}
