/** Passage, node at either end, length in nm, and the lane's points as longitude and latitude in turn. */
export declare const lanes: ReadonlyArray<readonly [string, number, number, number, ReadonlyArray<number>]>
/** Code, name, longitude, latitude, node (-1 for none) and the miles from there to the berth. */
export declare const ports: ReadonlyArray<readonly [string, string, number, number, number, number]>
/** The nodes, packed: see `SeaNetwork.ts`. */
export declare const nodes: string
