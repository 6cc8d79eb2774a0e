import { orThrow } from "../util/or-throw.js";

/** A kind of review in version v1, and its resource in the API of the cluster. */
export interface ReviewKind {
  readonly group: string;
  readonly kind: string;
  readonly resource: string;
}

/**
 * Returns the result in the `status` of a review.
 * @throws Error for an invalid field
 */
export type StatusReader<T> = (status: ReviewFields) => T;

/**
 * Reads the response of a review server. Accepts only a review of the expected kind whose fields
 * have the right types, because a wrong response must not allow a request.
 * @throws Error for any other response
 */
export function readReview<T>({ group, kind }: ReviewKind, text: string, read: StatusReader<T>): T {
  const review = objectOf(
    orThrow(() => JSON.parse(text) as unknown, wrong),
    "",
  );
  const [actualKind, apiVersion] = [review["kind"], review["apiVersion"]];
  if (actualKind !== kind || apiVersion !== `${group}/v1`)
    throw wrong(`it has the kind ${shown(actualKind)} of ${shown(apiVersion)}, not ${kind} of ${group}/v1`);
  return read(new ReviewFields("status", review["status"] === undefined ? {} : objectOf(review["status"], "status")));
}

/**
 * Reads the fields of an object in a review. Each method throws an error for a value of another
 * type.
 */
export class ReviewFields {
  readonly #path: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(path: string, values: Readonly<Record<string, unknown>>) {
    this.#path = path;
    this.#values = values;
  }

  /** Returns the boolean in a field; false if the field is absent. */
  boolean(name: string): boolean {
    const value = this.#values[name] ?? false;
    if (typeof value !== "boolean") throw this.#wrongType(name, "a boolean");
    return value;
  }

  /** Returns the string in a field; empty if the field is absent. */
  text(name: string): string {
    const value = this.#values[name] ?? "";
    if (typeof value !== "string") throw this.#wrongType(name, "a string");
    return value;
  }

  /** Returns the list of strings in a field; empty if the field is absent. */
  texts(name: string): readonly string[] {
    const value = this.#values[name] ?? [];
    if (!isTexts(value)) throw this.#wrongType(name, "a list of strings");
    return value;
  }

  /** Returns the object in a field; without fields if the field is absent. */
  fields(name: string): ReviewFields {
    const path = `${this.#path}.${name}`;
    return new ReviewFields(path, objectOf(this.#values[name] ?? {}, path));
  }

  /**
   * Returns the object in a field whose values are lists of strings; empty if the field is absent.
   */
  textLists(name: string): Readonly<Record<string, readonly string[]>> {
    const values = objectOf(this.#values[name] ?? {}, `${this.#path}.${name}`);
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        if (!isTexts(value)) throw this.#wrongType(`${name}[${JSON.stringify(key)}]`, "a list of strings");
        return [key, value];
      }),
    );
  }

  #wrongType(name: string, type: string): Error {
    return wrong(`${this.#path}.${name} is not ${type}`);
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function objectOf(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(path === "" ? "it is not a JSON object" : `${path} is not an object`);
  // The check above shows that the value is an object. All of its properties stay unknown.
  return value as Readonly<Record<string, unknown>>;
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 100);
}

function wrong(why: string): Error {
  return new Error(`invalid response to the review: ${why}`);
}
