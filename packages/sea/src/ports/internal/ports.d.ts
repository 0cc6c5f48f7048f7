/** Code, name, longitude, latitude, node (-1 for none) and the miles from there to the berth. */
export declare const ports: ReadonlyArray<readonly [string, string, number, number, number, number]>
