/**
 * +kubebuilder:rbac:groups=shop.example.com,resources=boots;boots/status,verbs=get;list;watch
 * +kubebuilder:rbac:groups=core,resources=secrets,verbs=get,namespace=shop
 */
export {};
