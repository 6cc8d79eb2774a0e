/** Returns the content of the doc.ts file of a version. */
export function docText(group: string, version: string, hasInternalHub = false): string {
  return `/**
 * ${group === "" ? version : `${group}/${version}`}: the types that clients send and receive.
 *
 * +k8s:deepcopy-gen=package
${hasInternalHub ? " * +k8s:conversion-gen=..\n" : ""} * +k8s:defaulter-gen=TypeMeta
 * +groupName=${group}
 *
 * @packageDocumentation
 */
export {};
`;
}
