import { newGenerateNameConflict, type Qualified } from "../errors/index.js";
import { hasReason } from "../errors/status-error.js";
import type { APIObject } from "../request/api-object.js";

const attempts = 8;

/**
 * Creates an object with a generated name. If the name exists already, generates another name and
 * tries again.
 * @param create generates the name of the given object and creates it
 * @param copy returns a copy of the object without a name
 * @throws StatusError 409 if every generated name exists already
 */
export async function createNamed<T>(
  resource: Qualified,
  copy: () => APIObject,
  create: (object: APIObject) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const object = copy();
    try {
      return await create(object);
    } catch (error) {
      if (!hasReason(error, "AlreadyExists")) throw error;
      if (attempt === attempts) throw newGenerateNameConflict(resource, object.metadata.name ?? "", 1);
    }
  }
}
