/** Aliases that come back to themselves: no value of these ever ends. */
export type Round = Robin;
export type Robin = Round;
export type Branch = [string, Twig];
export type Twig = [Branch];

/** A list or a map may be empty. */
export type List = List[];
export type Folder = { [name: string]: Folder };
