/**
 * +k8s:deepcopy-gen=package
 * +k8s:validation-gen=TypeMeta
 * +k8s:openapi-gen=true
 * +k8s:fuzz-gen=true
 * +k8s:protobuf-gen=package
 * +groupName=unknown.example.com
 */
export {};
