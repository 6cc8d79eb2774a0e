/** @file The version v2.
 *  +groupName=shop.example.com */
export {};
