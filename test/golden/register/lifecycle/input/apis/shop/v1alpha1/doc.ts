/**
 * +groupName=shop.example.com
 * +k8s:prerelease-lifecycle-gen=false
 */
export {};
