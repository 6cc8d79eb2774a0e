/**
 * +k8s:deepcopy-gen=package
 * +k8s:validation-gen=TypeMeta
 * +k8s:openapi-gen=true
 * +k8s:fuzz-gen=true
 * +k8s:protobuf-gen=package
 * +k8s:conversion-gen=../v1
 * +groupName=unknown.example.com
 */
export {};
