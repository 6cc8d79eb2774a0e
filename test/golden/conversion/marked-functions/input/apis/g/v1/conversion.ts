/** +k8s:conversion-fn=drop */
export function dropped(): void {
  return;
}
