/** @file The version v1beta1.
 *  +groupName=shop.example.com */
export {};
