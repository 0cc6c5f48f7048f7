import { Unlocode } from "@landfall/core/geo/Unlocode"

/*
 * Container ports by name, for events that state no UN/LOCODE. Names and codes of every row are those of UN/LOCODE 2024-1 (UNECE, public
 * domain, https://unece.org/trade/uncefact/unlocode), without diacritics; `=` separates further spellings that carriers use. `!` marks
 * names that ports of several countries have: they need the country beside the name. Facility codes by SMDG are not listed: they
 * identify a terminal within its port alone (`SCT` is one in Oslo and one in Shekou). A BIC facility code begins with the UN/LOCODE.
 */
const ROWS = `
AEJEA Jebel Ali
AEKLF Khor Fakkan=Khor al Fakkan=Khorfakkan
ARBUE Buenos Aires
AUBNE Brisbane
AUFRE Fremantle
AUMEL !Melbourne
AUSYD Sydney
BDCGP Chattogram=Chittagong
BEANR Antwerp=Antwerpen
BEZEE Zeebrugge
BRPNG Paranagua
BRRIG Rio Grande
BRSSZ Santos
CAHAL !Halifax
CAMTR Montreal
CAPRR Prince Rupert
CAVAN !Vancouver
CIABJ Abidjan
CLSAI San Antonio
CLVAP Valparaiso
CMDLA Douala
CNDLC Dalian
CNNGB Ningbo
CNNSA Nansha
CNSHA Shanghai
CNSHK Shekou
CNTAO Qingdao
CNTXG Tianjinxingang=Xingang
CNXMN Xiamen
CNYTN Yantian
COBUN Buenaventura
COCTG !Cartagena
CRLIO Puerto Limon
DEBRV Bremerhaven
DEHAM Hamburg
DEWVN Wilhelmshaven
DJJIB Djibouti
DKAAR Aarhus
DOCAU Caucedo
ECGYE Guayaquil
EGALY !Alexandria
EGDAM Damietta
EGPSD Port Said
ESALG Algeciras
ESBCN !Barcelona
ESVLC !Valencia
FIHEL Helsinki
FRFOS Fos-sur-Mer=Fos sur Mer
FRLEH Le Havre
GBFXT Felixstowe
GBLGP London Gateway=London Gateway Port
GBSOU !Southampton
GHTEM Tema
GRPIR Piraeus
GTPRQ Puerto Quetzal
HKHKG Hong Kong
HNPCR Puerto Cortes
IDJKT Jakarta
IDSUB Surabaya
ILASH Ashdod
ILHFA Haifa
INMAA Chennai
INMUN Mundra
INNSA Nhava Sheva=Jawaharlal Nehru=Nhava Sheva (Jawaharlal Nehru)
ITGIT Gioia Tauro
ITGOA Genoa=Genova
ITLIV Livorno
ITNAP Naples=Napoli
ITSPE La Spezia
ITTRS Trieste
JMKIN !Kingston
JPNGO Nagoya
JPOSA Osaka
JPTYO Tokyo
JPUKB Kobe
JPYOK Yokohama
KEMBA Mombasa
KRINC Incheon
KRKAN Gwangyang=Kwangyang
KRPUS Busan=Pusan
LBBEY Beirut
LKCMB !Colombo
LVRIX Riga
MACAS Casablanca
MAPTM Tanger Med=Tangier Med
MTMAR Marsaxlokk
MUPLU Port Louis
MXLZC Lazaro Cardenas
MXVER Veracruz
MXZLO !Manzanillo
MYPKG Port Klang=Pelabuhan Klang
MYTPP Tanjung Pelepas
NGAPP Apapa
NGLKK Lekki
NLRTM Rotterdam
NOOSL Oslo
NZAKL Auckland
NZTRG Tauranga
OMSLL Salalah
PABLB !Balboa
PECLL Callao
PHMNL Manila
PKKHI Karachi
PLGDN Gdansk
PLGDY Gdynia
PTLIS Lisbon=Lisboa
PTSIE Sines
ROCND Constanta
SADMM Ad Dammam=Dammam
SAJED Jeddah
SEGOT Gothenburg=Goteborg
SGSIN Singapore
SIKOP Koper
SNDKR Dakar
TGLFW Lome
THBKK Bangkok
THLCH Laem Chabang
TRAMB Ambarli
TRIZM Izmir
TRMER Mersin
TWKEL Keelung=Chilung
TWKHH Kaohsiung
TZDAR Dar es Salaam
UYMVD Montevideo
USBAL Baltimore
USBOS !Boston
USCHS !Charleston
USHOU Houston
USLAX Los Angeles
USLGB Long Beach
USMIA Miami
USNYC New York
USOAK Oakland
USORF Norfolk
USSAV Savannah
USSEA Seattle
USTIW Tacoma
VNHPH Haiphong=Hai Phong
VNSGN Ho Chi Minh City
VNVUT Vung Tau
ZACPT Cape Town
ZADUR !Durban
`

const normalise = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, " ")
    .trim()

interface NamedPort {
  readonly unlocode: Unlocode
  /** Whether ports of several countries have the name. */
  readonly isCommon: boolean
}

const PORTS: ReadonlyMap<string, NamedPort> = new Map(
  ROWS.trim()
    .split("\n")
    .flatMap((row) => {
      const isCommon = row[6] === "!"
      const port = { unlocode: Unlocode.make(row.slice(0, 5)), isCommon }
      return row
        .slice(isCommon ? 7 : 6)
        .split("=")
        .map((name): [string, NamedPort] => [normalise(name), port])
    })
)

/** The country of `Busan, KR`; undefined where the text after the comma is longer, such as a state or the name of a country. */
const COUNTRY_SUFFIX = /^([A-Z]{2})$/

/** The port of a name as carriers write it, such as `ROTTERDAM`, `Busan, KR` or `Colombo, LK`; undefined where it is not certain. */
export const portNamed = (text: string): Unlocode | undefined => {
  const [name = "", ...rest] = text.split(",")
  const port = PORTS.get(normalise(name))
  const country = COUNTRY_SUFFIX.exec(rest.at(-1)?.trim() ?? "")?.[1]
  if (port === undefined) return undefined
  if (country === undefined) return port.isCommon ? undefined : port.unlocode
  // Some carriers write the state in place of the country, such as `Los Angeles, CA`.
  if (port.unlocode.startsWith(country)) return port.unlocode
  return port.isCommon || !/^(US|CA|AU)/.test(port.unlocode) ? undefined : port.unlocode
}
