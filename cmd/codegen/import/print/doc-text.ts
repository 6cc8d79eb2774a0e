/** Returns the content of a doc.ts file: the markers of a version without a hub. */
export function docText(group: string, version: string): string {
  return `/**
 * ${group === "" ? version : `${group}/${version}`}: the types that clients send and receive.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:defaulter-gen=TypeMeta
 * +groupName=${group}
 *
 * @packageDocumentation
 */
export {};
`;
}
