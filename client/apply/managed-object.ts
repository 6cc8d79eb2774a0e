/** An object that can have managedFields, for example from a response, a watch or an informer. */
export interface ManagedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name?: string;
    readonly namespace?: string;
    readonly managedFields?: readonly ManagedFields[];
  };
}

/** An entry of managedFields: the fields that a manager has set by one operation. */
export interface ManagedFields {
  readonly manager?: string;
  readonly operation?: "Apply" | "Update";
  readonly subresource?: string;
  readonly fieldsV1?: object;
}
