/** Minimum level of the audit events that contain an annotation. */
export type AuditLevel = "Metadata" | "Request";

/** Annotation of an audit event. */
export interface AuditAnnotation {
  readonly value: string;
  /** Minimum level of the events that contain the annotation. */
  readonly level: AuditLevel;
}

/** Collects the annotations for the audit event of one request. */
export class AuditAnnotations {
  readonly #annotations = new Map<string, AuditAnnotation>();

  /** Adds an annotation. A key that is already known keeps its first value. */
  add(key: string, value: string, level: AuditLevel = "Metadata"): void {
    if (!this.#annotations.has(key)) this.#annotations.set(key, { value, level });
  }

  /** The annotations by key, in the order in which they were added. */
  get entries(): ReadonlyMap<string, AuditAnnotation> {
    return this.#annotations;
  }
}
