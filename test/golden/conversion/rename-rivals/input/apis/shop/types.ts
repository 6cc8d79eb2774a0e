/** The version renames `first` to `name`, and this type renames `name` to `second`. */
export interface Item {
  /** +k8s:conversion-gen:rename=second */
  name: string;
}

/** Both fields are `code` in the version: the first by the version's marker, the second by its own. */
export interface Part {
  number: string;
  /** +k8s:conversion-gen:rename=code */
  serial: string;
}
