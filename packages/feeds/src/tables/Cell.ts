const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu

/** The number of a cell, in decimal and with a point; of any other cell its text, to be told what is wrong with it. */
export const numberOrText = (cell: string): number | string => (NUMBER.test(cell) ? Number(cell) : cell)
