declare module "aisparser" {
  interface Reading {
    readonly valid: "VALID" | "INVALID" | "UNSUPPORTED" | "INCOMPLETE"
    readonly errMsg: string
    readonly aisType: number
    readonly mmsi: string
    readonly [field: string]: unknown
  }
  class AisParser {
    constructor(options: { readonly checksum: boolean })
    parse(sentence: string): Reading
  }
  export default AisParser
}

declare module "ggencoder" {
  export class AisDecode {
    constructor(sentence: string, session: Record<string, unknown>)
    readonly valid: boolean
    readonly aistype: number
    readonly mmsi: string
    readonly [field: string]: unknown
  }
}
