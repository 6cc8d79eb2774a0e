// +kubebuilder:webhook:path=/mutate,mutating=true,failurePolicy=fail,sideEffects=None,groups=shop.example.com,resources=boots,verbs=create;update,versions=v1,name=boots.shop.example.com,admissionReviewVersions=v1,reinvocationPolicy=IfNeeded
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=ignore,matchPolicy=exact,sideEffects=NoneOnDryRun,timeoutSeconds=5,groups="",resources=pods,verbs=*,versions={v1,v1beta1},name=pods.shop.example.com,admissionReviewVersions=v1;v1beta1,serviceName=shop,serviceNamespace=shops,servicePort=8443
// +kubebuilder:webhook:url="https://example.com/x",mutating=false,failurePolicy=fail,sideEffects=None,groups=*,resources=*,verbs=delete,versions=*,name=all.shop.example.com,admissionReviewVersions=v1,patch=`{"namespaceSelector":{"matchLabels":{"shop":"yes"}},"failurePolicy":"Ignore"}`
// +kubebuilder:webhookconfiguration:mutating=false,name=shop
export {};
