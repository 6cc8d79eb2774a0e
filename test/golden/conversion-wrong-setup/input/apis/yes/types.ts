export interface Yes {}
