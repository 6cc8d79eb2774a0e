/**
 * @file Markers of this folder.
 *
 * +groupName=Shop_Example
 */
export {};
