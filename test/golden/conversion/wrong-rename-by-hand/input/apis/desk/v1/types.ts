export interface Spec {
  /** +k8s:conversion-gen:rename=sumary */
  title: string;
  people: string;
}

export interface Quoted {
  /** +k8s:conversion-gen:rename="topic" */
  title: string;
  people: string;
}

export interface Other {
  /** +k8s:conversion-gen:rename=spec.subject */
  title: string;
  people: string;
}
