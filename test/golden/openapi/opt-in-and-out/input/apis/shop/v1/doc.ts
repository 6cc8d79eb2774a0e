/** +groupName=shop.example.com
 *  +k8s:openapi-gen=false */
export {};
