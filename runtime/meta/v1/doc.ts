/**
 * Types that all API groups share: metadata of objects and lists, options, statuses, discovery,
 * tables.
 * +k8s:deepcopy-gen=package
 * +k8s:protobuf-gen=package
 * +k8s:openapi-model-package=io.k8s.apimachinery.pkg.apis.meta.v1
 * +groupName=meta.k8s.io
 * +k8s:register-gen=false
 * +k8s:validation-gen:infer=none
 */
export {};
