/** @file The hub, which has no CustomResourceDefinition.
 *  +groupName=shop.example.com */
export {};
