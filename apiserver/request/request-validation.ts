import {
  field,
  setLeftOut,
  type ErrorList,
  type GroupVersion,
  type GroupVersionKind,
  type LeftOut,
  type Operation,
  type RuntimeObject,
  type Scheme,
} from "@apimachinery/runtime";
import type { APIObject } from "./api-object.js";

/**
 * The part of an object that a request writes. The other parts come from the stored object, or are
 * initial values, so it does not matter what the request leaves out there.
 */
type WrittenPart = "all" | "all but status" | "status" | "nothing";

type Options = Readonly<Record<string, boolean>>;

/**
 * The declarative validation of the object that a request writes: by the rules of the object's type
 * in the request's version, so that errors name the fields of the client (Go:
 * rest.ValidateDeclarativelyWithMigrationChecks).
 */
export class RequestValidation {
  readonly #scheme: Scheme;
  readonly #version: GroupVersion;
  readonly #subresources: readonly string[];
  readonly #hasRules: boolean;
  readonly #written: WrittenPart;
  #leftOut: LeftOut | undefined;

  /**
   * @param kind kind of the whole object in the request's version
   * @param subresource empty for the object itself
   * @param written the part of the request's object that the request writes
   */
  constructor(scheme: Scheme, kind: GroupVersionKind, subresource: string, written: WrittenPart) {
    this.#written = written;
    this.#scheme = scheme;
    this.#version = { group: kind.group, version: kind.version };
    this.#subresources = subresource === "" ? [] : [subresource];
    this.#hasRules = scheme.recognizes(kind) && scheme.validations.has(scheme.schemaFor(kind));
  }

  /** True if the kind has rules in the request's version. */
  get hasRules(): boolean {
    return this.#hasRules;
  }

  /** Stores the required properties that the object of the request leaves out. */
  setLeftOut(leftOut: LeftOut | undefined): void {
    this.#leftOut = partOf(leftOut ?? { names: [] }, this.#written);
  }

  /**
   * Returns the errors that are enforced. Both objects are in the hub's form.
   * @param old undefined for a new object
   */
  errors(options: Options, object: APIObject, old: APIObject | undefined): ErrorList {
    if (!this.#hasRules) return [];
    try {
      return this.versionedErrors(options, this.#versioned(object), old && this.#versioned(old));
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      // As in Go. No version of the object can be sent, so no rule can be checked.
      return [field.internalError(null, new Error(`unexpected error converting to versioned type: ${error.message}`))];
    }
  }

  /** Returns the errors that are enforced, of objects in the request's version. */
  versionedErrors(options: Options, object: RuntimeObject, old: RuntimeObject | undefined): ErrorList {
    if (!this.#hasRules) return [];
    const op: Operation = {
      type: old === undefined ? "Create" : "Update",
      options,
      request: { subresources: this.#subresources },
    };
    setLeftOut(op, this.#leftOut);
    const errors = this.#scheme.validations.run(this.#scheme.schemaOf(object), op, object, old);
    // As in Go, where the gate DeclarativeValidationBeta is on by default.
    return errors.filter(({ stability, type }) => stability !== "alpha" || type === "InternalError");
  }

  #versioned(object: APIObject): RuntimeObject {
    try {
      // Validation changes nothing, so the result can share parts with the object.
      return this.#scheme.unsafeConvertToVersion(object, this.#version);
    } catch (error) {
      throw new ConversionError((error as Error).message, { cause: error });
    }
  }
}

class ConversionError extends Error {}

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
