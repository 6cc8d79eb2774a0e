/**
 * +k8s:prerelease-lifecycle-gen=true
 * +groupName=shop.example.com
 *
 * @packageDocumentation
 */
export {};
