/**
 * The ports to which the build finds no water: most are on the Great Lakes, which the coastline does not have, and Rendsburg is on
 * the Kiel Canal. The build joins each to the nearest node of the network by a straight approach.
 */
export const STRAIGHT_APPROACH_PORTS: ReadonlyArray<string> = [
  "CABTH",
  "CAGOH",
  "CAOWS",
  "DEREN",
  "USAPN",
  "USBNB",
  "USCDY",
  "USECH",
  "USESC",
  "USFPT",
  "USGHN",
  "USGYY",
  "USHLM",
  "USLDM",
  "USLOR",
  "USMKG",
  "USMTW",
  "USOSW",
  "USRCY",
  "USSIB"
]
