/** Code, longitude, latitude and the reach of the water in each direction (`unpackWaterAreas`). */
export declare const waterAreas: ReadonlyArray<readonly [string, number, number, string]>
