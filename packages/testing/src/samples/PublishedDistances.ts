/**
 * Distances between ports from NGA Pub. 151 "Distances Between Ports" (2001, a work of the US government), as printed
 * or as the sum of its junction tables: from, to, nautical miles.
 */
export const PUBLISHED: ReadonlyArray<readonly [string, string, number]> = [
  ["NLRTM", "SGSIN", 8340],
  ["FRLEH", "SGSIN", 8139],
  ["ESALG", "SGSIN", 6962],
  ["ITGOA", "SGSIN", 6461],
  ["NLRTM", "SAJED", 4027],
  ["NLRTM", "FRLEH", 250],
  ["FRLEH", "ESBCN", 1695],
  ["SGSIN", "LKCMB", 1581],
  ["SGSIN", "KEMBA", 3987],
  ["CNSHA", "USSEA", 5067],
  ["CNSHA", "HKHKG", 831],
  ["CNSHA", "NZAKL", 5148],
  ["JPYOK", "USSEA", 4245],
  ["JPYOK", "PABLB", 7682],
  ["JPYOK", "AUSYD", 4330],
  ["AUSYD", "NZAKL", 1280],
  ["AUSYD", "USLAX", 6511],
  ["USLAX", "NZAKL", 5658],
  ["USLAX", "PECLL", 3655],
  ["USLAX", "MXZLO", 1205],
  ["USNYC", "USLAX", 4929],
  ["USNYC", "CLVAP", 4632],
  ["USNYC", "JMKIN", 1474],
  ["BRSSZ", "ARBUE", 1006],
  ["ZADUR", "INBOM", 3829],
  ["FRMRS", "ESBCN", 189]
]
