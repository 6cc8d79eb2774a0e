import { field } from "@apimachinery/runtime";
import type { DeletionPropagation, FieldError, Preconditions } from "@apimachinery/runtime";
import { parse } from "yaml";
import { newBadRequest } from "../errors/index.js";
import type { APIRequest } from "../filters/context.js";
import { isTruthy } from "../http/request-info.js";
import type { DeleteOptions as StoreOptions } from "../registry/deletion.js";
import { bodyLimit, bodyType } from "./decode-body.js";
import { dryRunErrors, invalidOptions } from "./write-options.js";

export interface DeleteOptions extends StoreOptions {
  readonly isDryRun: boolean;
  /** Whether `orphanDependents` was given as false: an object that stays for a while is then 202, accepted. */
  readonly isOrphanForbidden: boolean;
}

/** As they are on the wire: the body's, or where there is none the query's. */
interface Given {
  readonly orphanDependents?: boolean | null;
  readonly propagationPolicy?: string | null;
  readonly gracePeriodSeconds?: number | null;
  readonly preconditions?: Preconditions | null;
  readonly dryRun?: readonly string[] | null;
}

/** @throws StatusError 400 for a body that can't be read, 422 for options that make no sense */
export async function deleteOptions(request: APIRequest): Promise<DeleteOptions> {
  const body = await request.readBody(bodyLimit);
  const given = body.length === 0 ? ofQuery(request.query) : ofBody(body, request.header("content-type"));
  const errors = [...propagationErrors(given), ...dryRunErrors(given.dryRun ?? [])];
  if (errors.length > 0) throw invalidOptions("DeleteOptions", errors);
  return {
    preconditions: given.preconditions ?? {},
    propagation: propagationOf(given),
    isDryRun: (given.dryRun ?? []).length > 0,
    isOrphanForbidden: given.orphanDependents === false,
  };
}

function ofQuery(query: URLSearchParams): Given {
  const orphan = query.get("orphanDependents");
  const policy = query.get("propagationPolicy");
  const grace = query.get("gracePeriodSeconds");
  if (grace !== null && !/^-?\d+$/.test(grace)) throw newBadRequest(`strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`);
  return {
    dryRun: query.getAll("dryRun"),
    ...(orphan === null ? {} : { orphanDependents: isTruthy(orphan) }),
    ...(policy === null ? {} : { propagationPolicy: policy }),
  };
}

function ofBody(body: Buffer, contentType: string | undefined): Given {
  const value = parseBody(body, contentType);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw newBadRequest("couldn't get version/kind; json parse error: the body is no object");
  const { kind } = value as { readonly kind?: unknown };
  if (kind !== undefined && kind !== "" && kind !== "DeleteOptions") throw newBadRequest(`no kind ${JSON.stringify(kind)} is registered for version "v1"`);
  const wrong = wrongField(value as Readonly<Record<string, unknown>>);
  if (wrong !== undefined) throw newBadRequest(`DeleteOptions in version "v1" cannot be handled as a DeleteOptions: the field ${wrong} is of a wrong type`);
  return value;
}

function parseBody(body: Buffer, contentType: string | undefined): unknown {
  const type = bodyType(contentType);
  const text = body.toString("utf8");
  try {
    return type === "application/yaml" ? parse(text) : JSON.parse(text);
  } catch (error) {
    throw newBadRequest(`couldn't get version/kind; json parse error: ${(error as Error).message}`);
  }
}

/** The first field whose JSON type is not what `Given` says. */
function wrongField(value: Readonly<Record<string, unknown>>): string | undefined {
  const isText = (text: unknown) => text === undefined || text === null || typeof text === "string";
  const isPreconditions = (given: unknown) => {
    if (given === undefined || given === null) return true;
    const { uid, resourceVersion } = given as Readonly<Record<string, unknown>>;
    return typeof given === "object" && isText(uid) && isText(resourceVersion);
  };
  const checks: Readonly<Record<string, (field: unknown) => boolean>> = {
    orphanDependents: (given) => given === undefined || given === null || typeof given === "boolean",
    propagationPolicy: isText,
    gracePeriodSeconds: (given) => given === undefined || given === null || Number.isSafeInteger(given),
    preconditions: isPreconditions,
    dryRun: (given) => given === undefined || given === null || (Array.isArray(given) && given.every((item) => typeof item === "string")),
  };
  return Object.keys(checks).find((name) => checks[name]?.(value[name]) === false);
}

const policies: readonly string[] = ["Foreground", "Background", "Orphan"];

function propagationErrors({ propagationPolicy, orphanDependents }: Given): FieldError[] {
  const at = field.newPath("propagationPolicy");
  if (propagationPolicy === undefined || propagationPolicy === null) return [];
  if (orphanDependents !== undefined && orphanDependents !== null) {
    return [field.invalid(at, propagationPolicy, "orphanDependents and deletionPropagation cannot be both set")];
  }
  return policies.includes(propagationPolicy) ? [] : [field.notSupported(at, propagationPolicy, [...policies, "nil"])];
}

function propagationOf({ propagationPolicy, orphanDependents }: Given): DeletionPropagation | undefined {
  if (orphanDependents !== undefined && orphanDependents !== null) return orphanDependents ? "Orphan" : "Background";
  // Checked above: what is left is one of them, or nothing.
  return (propagationPolicy ?? undefined) as DeletionPropagation | undefined;
}
