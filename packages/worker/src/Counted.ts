/** A number with its noun: "1 lease", "2 leases". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`
