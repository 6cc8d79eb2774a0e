/**
 * @file Markers of this folder.
 *
 * +groupName=shop.example.com
 */
export {};
