import type { Unlocode } from "@landfall/core/geo/Unlocode"

/*
 * The places where containers are handled, inland terminals included; maintained by hand. `@landfall/sea` has a separate table,
 * which is generated for every port of its network and contains no inland places. There are two tables because adapters depend
 * on core alone: a program that decodes events need not install the sea network of several megabytes.
 */

/** Time zones of countries whose ports share one (IANA time zone database), by ISO 3166-1 code. */
const TIME_ZONE_BY_COUNTRY = new Map(
  Object.entries({
    AE: "Asia/Dubai",
    AO: "Africa/Luanda",
    AR: "America/Argentina/Buenos_Aires",
    BD: "Asia/Dhaka",
    BE: "Europe/Brussels",
    BG: "Europe/Sofia",
    BH: "Asia/Bahrain",
    BN: "Asia/Brunei",
    BS: "America/Nassau",
    CI: "Africa/Abidjan",
    CL: "America/Santiago",
    CM: "Africa/Douala",
    CN: "Asia/Shanghai",
    CO: "America/Bogota",
    CR: "America/Costa_Rica",
    CY: "Asia/Nicosia",
    DE: "Europe/Berlin",
    DJ: "Africa/Djibouti",
    DK: "Europe/Copenhagen",
    DO: "America/Santo_Domingo",
    DZ: "Africa/Algiers",
    EC: "America/Guayaquil",
    EE: "Europe/Tallinn",
    EG: "Africa/Cairo",
    FI: "Europe/Helsinki",
    FR: "Europe/Paris",
    GA: "Africa/Libreville",
    GB: "Europe/London",
    GE: "Asia/Tbilisi",
    GH: "Africa/Accra",
    GR: "Europe/Athens",
    GT: "America/Guatemala",
    HK: "Asia/Hong_Kong",
    HN: "America/Tegucigalpa",
    HR: "Europe/Zagreb",
    IE: "Europe/Dublin",
    IL: "Asia/Jerusalem",
    IN: "Asia/Kolkata",
    IQ: "Asia/Baghdad",
    IS: "Atlantic/Reykjavik",
    IT: "Europe/Rome",
    JM: "America/Jamaica",
    JO: "Asia/Amman",
    JP: "Asia/Tokyo",
    KE: "Africa/Nairobi",
    KH: "Asia/Phnom_Penh",
    KR: "Asia/Seoul",
    KW: "Asia/Kuwait",
    LB: "Asia/Beirut",
    LK: "Asia/Colombo",
    LT: "Europe/Vilnius",
    LV: "Europe/Riga",
    MA: "Africa/Casablanca",
    MG: "Indian/Antananarivo",
    MM: "Asia/Yangon",
    MT: "Europe/Malta",
    MU: "Indian/Mauritius",
    MY: "Asia/Kuala_Lumpur",
    MZ: "Africa/Maputo",
    NG: "Africa/Lagos",
    NL: "Europe/Amsterdam",
    NO: "Europe/Oslo",
    NZ: "Pacific/Auckland",
    OM: "Asia/Muscat",
    PA: "America/Panama",
    PE: "America/Lima",
    PH: "Asia/Manila",
    PK: "Asia/Karachi",
    PL: "Europe/Warsaw",
    PR: "America/Puerto_Rico",
    QA: "Asia/Qatar",
    RO: "Europe/Bucharest",
    SA: "Asia/Riyadh",
    SE: "Europe/Stockholm",
    SG: "Asia/Singapore",
    SI: "Europe/Ljubljana",
    SN: "Africa/Dakar",
    TG: "Africa/Lome",
    TH: "Asia/Bangkok",
    TN: "Africa/Tunis",
    TR: "Europe/Istanbul",
    TT: "America/Port_of_Spain",
    TW: "Asia/Taipei",
    TZ: "Africa/Dar_es_Salaam",
    UA: "Europe/Kyiv",
    UY: "America/Montevideo",
    VN: "Asia/Ho_Chi_Minh",
    ZA: "Africa/Johannesburg"
  })
)

/** Larger countries: the ports and inland terminals of each zone. */
const PLACES_BY_TIME_ZONE: Readonly<Record<string, string>> = {
  "America/New_York":
    "USNYC USEWR USBAL USPHL USBOS USORF USSAV USCHS USTPA USJAX USMIA USPEF USILM USATL USDET USCVG USCLE",
  "America/Chicago": "USCHI USHOU USMSY USMOB USMEM USDAL USDFW USMKC USSTL USMSP USBNA USSAT",
  "America/Denver": "USDEN USSLC USELP",
  "America/Los_Angeles": "USLAX USLGB USOAK USSEA USTIW USPDX USSAN",
  "America/Anchorage": "USANC USDUT",
  "Pacific/Honolulu": "USHNL",
  "America/Vancouver": "CAVAN CAPRR",
  "America/Toronto": "CATOR CAMTR",
  "America/Winnipeg": "CAWNP",
  "America/Edmonton": "CAEDM CACAL",
  "America/Halifax": "CAHAL CASJB",
  "America/Mexico_City": "MXVER MXATM MXZLO MXLZC MXMEX MXPMS",
  "America/Tijuana": "MXESE",
  "America/Sao_Paulo": "BRSSZ BRRIO BRPNG BRITJ BRNVT BRRIG BRVIX BRIOA",
  "America/Bahia": "BRSSA",
  "America/Recife": "BRSUA BRREC",
  "America/Fortaleza": "BRPEC BRFOR",
  "America/Manaus": "BRMAO",
  "Australia/Sydney": "AUSYD AUPBT",
  "Australia/Melbourne": "AUMEL",
  "Australia/Brisbane": "AUBNE AUTSV",
  "Australia/Adelaide": "AUADL",
  "Australia/Perth": "AUFRE",
  "Australia/Darwin": "AUDRW",
  "Australia/Hobart": "AUBEL",
  "Asia/Jakarta": "IDJKT IDTPP IDSUB IDSRG IDBLW IDPLM IDPNJ",
  "Asia/Makassar": "IDMAK IDUPG IDBPN",
  "Europe/Moscow": "RULED RUNVS RUMOW RUUST",
  "Asia/Vladivostok": "RUVVO RUVYP RUNJK",
  "Europe/Madrid": "ESVLC ESALG ESBCN ESBIO ESMAD ESVGO ESCAD ESMPG",
  "Atlantic/Canary": "ESLPA ESSCT",
  "Europe/Lisbon": "PTLIS PTSIE PTLEI PTSET"
}

const TIME_ZONE_BY_PLACE = new Map(
  Object.entries(PLACES_BY_TIME_ZONE).flatMap(([zone, places]) =>
    places.split(" ").map((place) => [place, zone] as const)
  )
)

/** The time zone of a place; undefined when it is unknown. */
export const timeZoneOf = (place: Unlocode): string | undefined =>
  TIME_ZONE_BY_PLACE.get(place) ?? TIME_ZONE_BY_COUNTRY.get(place.slice(0, 2))
