/** @file The version v1.
 *  +groupName=shop.example.com */
export {};
