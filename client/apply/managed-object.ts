/** An object with managedFields: of a response, of a watch, or of the cache of an informer. */
export interface ManagedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name?: string;
    readonly namespace?: string;
    readonly managedFields?: readonly ManagedFields[];
  };
}

/** The fields that one manager has set by one operation. */
export interface ManagedFields {
  readonly manager?: string;
  readonly operation?: "Apply" | "Update";
  readonly subresource?: string;
  readonly fieldsV1?: object;
}
