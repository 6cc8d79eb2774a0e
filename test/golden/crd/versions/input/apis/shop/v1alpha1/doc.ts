/** @file The version v1alpha1.
 *  +groupName=shop.example.com */
export {};
