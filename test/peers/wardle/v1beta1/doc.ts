/** The version v1beta1 of the API of Kubernetes' sample-apiserver.
 *  +k8s:deepcopy-gen=package
 *  +k8s:conversion-gen=..
 *  +k8s:defaulter-gen=TypeMeta
 *  +k8s:client-gen=false
 *  +groupName=wardle.example.com
 *  +k8s:openapi-model-package=io.k8s.sample-apiserver.pkg.apis.wardle.v1beta1
 *
 *  @packageDocumentation */
export {};
