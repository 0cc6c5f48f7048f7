/** A place of a journey. `utcOffsetHours` is that of its standard time, in which carriers write their dates. */
export interface JourneyPlace {
  readonly unlocode: string
  readonly name: string
  readonly utcOffsetHours: number
}

/** A container vessel with its IMO number. */
export interface JourneyVessel {
  readonly imo: string
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly flag: string
  /** SCAC of the operating carrier. */
  readonly operator: string
}

/** Ports of the trade from the Far East to Europe, New York, and inland places. */
export const places = {
  shanghai: { unlocode: "CNSHA", name: "Shanghai", utcOffsetHours: 8 },
  suzhou: { unlocode: "CNSZH", name: "Suzhou", utcOffsetHours: 8 },
  singapore: { unlocode: "SGSIN", name: "Singapore", utcOffsetHours: 8 },
  rotterdam: { unlocode: "NLRTM", name: "Rotterdam", utcOffsetHours: 1 },
  hamburg: { unlocode: "DEHAM", name: "Hamburg", utcOffsetHours: 1 },
  duisburg: { unlocode: "DEDUI", name: "Duisburg", utcOffsetHours: 1 },
  newYork: { unlocode: "USNYC", name: "New York", utcOffsetHours: -5 }
} as const satisfies Record<string, JourneyPlace>

/** Real vessels for simulated journeys. */
export const vessels = {
  mscGulsun: { imo: "9839430", name: "MSC GULSUN", flag: "PA", operator: "MSCU" },
  everGiven: { imo: "9811000", name: "EVER GIVEN", flag: "PA", operator: "EGLV" },
  everAce: { imo: "9893890", name: "EVER ACE", flag: "PA", operator: "EGLV" },
  hmmAlgeciras: { imo: "9863297", name: "HMM ALGECIRAS", flag: "PA", operator: "HDMU" },
  ooclHongKong: { imo: "9776171", name: "OOCL HONG KONG", flag: "HK", operator: "OOLU" },
  madridMaersk: { imo: "9778791", name: "MADRID MAERSK", flag: "DK", operator: "MAEU" }
} as const satisfies Record<string, JourneyVessel>
