/** Passage, node at either end, length in nm, and the lane's points as longitude and latitude in turn. */
export declare const lanes: ReadonlyArray<readonly [string, number, number, number, ReadonlyArray<number>]>
/** The nodes, packed: see `SeaNetwork.ts`. */
export declare const nodes: string
