/** @file Types that contain themselves, with the markers that make them free-form.
 *  +groupName=shop.example.com */
export {};
