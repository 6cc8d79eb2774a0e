/** @file A package whose properties are optional unless a marker says otherwise.
 *  +kubebuilder:validation:Optional
 *  +groupName=other.example.com */
export {};
