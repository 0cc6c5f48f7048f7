/** Countries with one time zone, by zone, separated by spaces. */
export declare const countries: Readonly<Record<string, string>>
/** Ports of countries with several time zones, by zone, separated by spaces. */
export declare const ports: Readonly<Record<string, string>>
