/**
 * +groupName=desk.example.com
 * +k8s:defaulter-gen=TypeMeta
 * +kubebuilder:webhook:path=/mutate,mutating=true,failurePolicy=fail,sideEffects=None,groups=desk.example.com,resources=machines,verbs=create;update,versions=v1,name=machine.desk.example.com,admissionReviewVersions=v1
 */
export {};
