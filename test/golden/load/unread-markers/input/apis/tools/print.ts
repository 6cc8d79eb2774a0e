/** Prints ` * +k8s:deepcopy-gen=package`, which is not a marker here. */
export interface Printer {
  readonly text: string;
}

export const template = `
/**
 * +k8s:deepcopy-gen=package
 */
export interface Printed {}
`;
