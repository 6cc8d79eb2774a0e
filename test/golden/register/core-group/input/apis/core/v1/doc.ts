/**
 * @file Markers of this folder.
 *
 * +groupName=
 */
export {};
