import { hasOptionalZeros } from "../decode/optional-zeros.js";
import { leftOutOf } from "../decode/left-out.js";
import { withoutAddedZeros } from "../decode/added-zeros.js";
import { internalError } from "../field/constructors.js";
import type { ErrorList } from "../field/error-list.js";
import type { GroupVersion, GroupVersionKind } from "../meta/v1/group-version.js";
import type { TypeSchema } from "../schema/schema.js";
import type { RuntimeObject } from "./runtime-object.js";
import type { Scheme } from "./scheme.js";
import { presenceErrors } from "../validator/presence-errors.js";
import { setLeftOut, type LeftOut } from "../operation/left-out.js";
import type { Operation } from "../operation/operation.js";

/**
 * The part of an object that a request writes. The server takes the rest from the stored object, or
 * initializes it, so the request may omit required properties there.
 */
type WrittenPart = "all" | "all but status" | "status" | "nothing";

type Options = Readonly<Record<string, boolean>>;

/**
 * Declarative validation of an object that a request writes (Go:
 * rest.ValidateDeclarativelyWithMigrationChecks). The object is validated in the version of the
 * request, so that errors contain the field names that the client sent.
 */
export class RequestValidation {
  readonly #scheme: Scheme;
  readonly #version: GroupVersion;
  readonly #subresources: readonly string[];
  readonly #written: WrittenPart;
  readonly #schema: TypeSchema | undefined;
  /** Returns the object that the client sent. */
  #sent: () => unknown = () => ({});
  /**
   * Returns the object before an update; undefined if the old object is known to contain all
   * required properties.
   */
  #stored: (() => unknown) | undefined;

  /**
   * @param kind kind of the main resource, in the version of the request
   * @param subresource name of the subresource; empty for the main resource
   * @param written part of the object that the request writes
   */
  constructor(scheme: Scheme, kind: GroupVersionKind, subresource: string, written: WrittenPart) {
    this.#written = written;
    this.#scheme = scheme;
    this.#version = { group: kind.group, version: kind.version };
    this.#subresources = subresource === "" ? [] : [subresource];
    const schema = scheme.recognizes(kind) ? scheme.schemaFor(kind) : undefined;
    this.#schema = scheme.validations.has(schema) ? schema : undefined;
  }

  /** True if validation rules exist for the kind in the version of the request. */
  get hasRules(): boolean {
    return this.#schema !== undefined;
  }

  /**
   * Sets the function that returns the object as the client sent it. Only this object shows which
   * properties the client omitted, because decoding fills them.
   * @param stored returns the object before an update; given if that object can lack required
   *   properties
   */
  setSent(sent: () => unknown, stored?: () => unknown): void {
    this.#sent = sent;
    this.#stored = stored;
  }

  /**
   * Returns the errors of all enforced rules.
   * @param object object in the hub version
   * @param old object before an update, in the hub version; undefined for a new object
   */
  errors(options: Options, object: RuntimeObject, old: RuntimeObject | undefined): ErrorList {
    if (this.#schema === undefined) return [];
    try {
      const versioned = this.#versioned(object);
      const before = old && this.#versioned(old);
      return versioned === object ? this.#run(options, versioned, before) : this.#runAsSent(options, versioned, before);
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      // As in Go, a failed conversion to the version of the request is an internal error, because
      // no rule can be evaluated.
      return [internalError(null, new Error(`unexpected error converting to versioned type: ${error.message}`))];
    }
  }

  /**
   * Returns the errors of all enforced rules, for an object that cannot be converted to the hub
   * version.
   * @param object object in the version of the request
   * @param old object before an update, in the hub version; undefined for a new object
   */
  unconvertedErrors(object: RuntimeObject, old: RuntimeObject | undefined): ErrorList {
    // The states of options are unknown, because the strategy determines them from an object in the
    // hub version. Rules that depend on options report internal errors here, which are removed.
    const errors =
      old === undefined ? this.#run({}, object, undefined) : this.#runAsSent({}, object, this.#versioned(old));
    return errors.filter(({ type }) => type !== "InternalError");
  }

  #runAsSent(options: Options, object: RuntimeObject, old: RuntimeObject | undefined): ErrorList {
    if (this.#schema === undefined) return [];
    const asSent = this.#withoutAddedZeros(this.#schema, object, old);
    return this.#run(options, asSent.value, asSent.old);
  }

  #run(options: Options, object: RuntimeObject, old: RuntimeObject | undefined): ErrorList {
    const schema = this.#schema;
    if (schema === undefined) return [];
    const op: Operation = {
      type: old === undefined ? "Create" : "Update",
      options,
      request: { subresources: this.#subresources },
    };
    setLeftOut(op, () => partOf(leftOutOf(schema, this.#parse(), object) ?? nothing, this.#written));
    const found = this.#scheme.validations.run(this.#scheme.schemaOf(object), op, object, old);
    const errors = old === undefined ? found : [...found, ...this.#presenceErrors(schema, op, object, found)];
    // As in Go, errors of beta rules are enforced, because the feature gate
    // DeclarativeValidationBeta is enabled by default.
    return errors.filter(({ stability, type }) => stability !== "alpha" || type === "InternalError");
  }

  /**
   * Returns an error for each required property that an update leaves out in values that it does
   * not change, because validation functions skip these values. Returns no errors if the stored
   * object already lacks required properties.
   * @param found errors of the changed values, which are not repeated
   */
  #presenceErrors(schema: TypeSchema, op: Operation, object: RuntimeObject, found: ErrorList): ErrorList {
    const errors = presenceErrors(op, schema, object);
    if (errors.length === 0) return errors;
    if (this.#stored !== undefined && leftOutOf(schema, this.#stored()) !== undefined) return [];
    return errors.filter(({ type, field }) => !found.some((error) => error.type === type && error.field === field));
  }

  /**
   * Removes zeros that the conversion from the hub version has added to an object, see
   * `withoutAddedZeros`.
   */
  #withoutAddedZeros(schema: TypeSchema, value: RuntimeObject, old: RuntimeObject | undefined) {
    if (this.#written === "nothing" || !hasOptionalZeros(schema, value)) return { value, old };
    return withoutAddedZeros(schema, ofParts(this.#written, this.#parse() ?? {}, value as Parts), value, old);
  }

  #parse(): Parts | null {
    return this.#sent() as Parts | null;
  }

  #versioned(object: RuntimeObject): RuntimeObject {
    try {
      // Validation does not mutate objects, so the result may share nested values with the object.
      return this.#scheme.unsafeConvertToVersion(object, this.#version);
    } catch (error) {
      throw new ConversionError((error as Error).message, { cause: error });
    }
  }
}

class ConversionError extends Error {}

const nothing: LeftOut = { names: [] };

interface Parts {
  readonly metadata?: unknown;
  readonly status?: unknown;
}

/**
 * Combines the written part of the object that a client sent with the rest of another object.
 * Metadata is taken from the other object, because the server changes it.
 */
function ofParts(written: WrittenPart, sent: Parts, others: Parts): object {
  const { metadata, status } = others;
  switch (written) {
    case "all":
      return { ...sent, metadata };
    case "all but status":
      return { ...sent, metadata, status };
    case "status":
      return { ...others, status: sent.status };
    case "nothing":
      return others;
  }
}

function partOf(leftOut: LeftOut, part: WrittenPart): LeftOut | undefined {
  const isStatus = (name: string) => name === "status";
  const { names, below } = leftOut;
  const entries = below instanceof Map ? [...(below as ReadonlyMap<string, LeftOut>)] : [];
  switch (part) {
    case "all":
      return leftOut;
    case "nothing":
      return undefined;
    case "status":
      return { names: names.filter(isStatus), below: new Map(entries.filter(([name]) => isStatus(name))) };
    case "all but status":
      return { names: [...names, "status"], below: new Map(entries.filter(([name]) => !isStatus(name))) };
  }
}
