/** Why the position of a port is more than 15 nm from the coordinates of UN/LOCODE or of its namesake in the World Port Index. */
export type PositionDecision =
  /** The other source gives the city; the position is that of the quays. */
  | "quays"
  /** The other source's coordinates are wrong: a sign, a digit, or another place. */
  | "mistake"
  /** The other source's coordinates are those of another place of that name, or carriers use the code for this one. */
  | "other place"
  /** The other source is rounded, or gives the approach. */
  | "rounded"

const rows = (decision: PositionDecision, codes: string): ReadonlyArray<readonly [string, PositionDecision]> =>
  codes.split(/\s+/u).map((code) => [code, decision])

/** The ports that differ on purpose, by their code. The method page lists them. */
export const POSITION_DECISIONS: ReadonlyMap<string, PositionDecision> = new Map([
  ...rows("quays", "AEAUH ARBUE CNCAN CNCOZ CNGGZ CNHUI CNJNZ CNNBO CNNGB CNWNZ CNYIK CNZUH GBLON USHOU"),
  ...rows("mistake", "ASPPG BRARB CDBNW CNLSN GBSOW JPWKJ NLDZL PGKIM SESTE TNJAR TWMLI USPCV VNTCN"),
  ...rows("other place", "ARSPD BRITQ BRPDM CNCWN CNHME CNLIH CNPUT CNTNG CNYTN COPBO DZGHA FIKAS USPEB USRCH VNSTD"),
  ...rows("rounded", "GBBEL GBGSY")
])
