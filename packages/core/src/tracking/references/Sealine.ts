import { Option, Schema } from "effect"
import type { ContainerNumber } from "./ContainerNumber.ts"
import type { ReferenceType } from "./ReferenceType.ts"

export const SCAC_RULE = "must be a carrier's code of two to four letters or digits, such as MAEU"

/**
 * A carrier's code: SCAC where it has one (two to four letters), else the four characters in use for it. Codes that we
 * do not list are codes all the same, since lines come and go.
 */
export const Scac = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^[A-Z0-9]{2,4}$/, { message: SCAC_RULE })),
  Schema.brand("Scac")
)
export type Scac = typeof Scac.Type

/** A carrier, what it can be asked for, and the owner codes (BIC) of the boxes that are its own. */
export interface Sealine {
  readonly scac: Scac
  readonly name: string
  readonly kinds: ReadonlyArray<ReferenceType>
  readonly ownerCodes: ReadonlyArray<string>
}

const ALL: ReadonlyArray<ReferenceType> = ["CT", "BK", "BL"]
const BOX_AND_BILL: ReadonlyArray<ReferenceType> = ["CT", "BL"]

const line = (
  scac: string,
  name: string,
  ownerCodes = "",
  kinds: ReadonlyArray<ReferenceType> = BOX_AND_BILL
): Sealine => ({
  scac: Scac.make(scac),
  name,
  kinds,
  ownerCodes: ownerCodes === "" ? [] : ownerCodes.split(" ")
})

/**
 * The carriers we know, largest first. Codes and names are those the carriers publish; owner codes those registered with
 * the Bureau International des Containers, brands that a line has taken over under that line. A code that several
 * lines share stands under each, the likelier first.
 */
export const sealines: ReadonlyArray<Sealine> = [
  line("MSCU", "MSC", "MSCU MEDU MSDU MSMU MSNU MSBU MSZU", ALL),
  line("MEDU", "MSC", "", ALL),
  line(
    "MAEU",
    "Maersk",
    "MAEU MSKU MRKU MRSU MSWU MWCU MWMU MNBU MMAU MCAU MCRU MCHU MIEU MHHU MVIU MSFU POCU PONU KNLU FAAU APMU LOTU SCMU SEAU SUDU HASU CADU",
    ALL
  ),
  line("CMDU", "CMA CGM", "CMAU CGMU ECMU CAAU DVRU OPDU APHU APZU APLU APRU NOSU", ALL),
  line("COSU", "COSCO", "CBHU CCLU CSLU CSNU CSGU COSU", ALL),
  line("HLCU", "Hapag-Lloyd", "HLXU HLBU HLCU HAMU CPSU UACU UAEU UASU CSVU LNXU TMMU LYKU", ALL),
  line("ONEY", "Ocean Network Express", "ONEU NYKU MOAU MOEU MOFU MORU MOTU KKFU KKTU", ALL),
  line("EGLV", "Evergreen", "EGHU EGSU EISU EITU EMCU UGMU HMCU IMTU LTIU", ALL),
  line("HDMU", "HMM", "HDMU HMMU KOCU", ALL),
  line("ZIMU", "ZIM", "ZIMU ZCSU ZCLU ZMOU", ALL),
  line("YMLU", "Yang Ming", "YMLU YMMU", ALL),
  line("OOLU", "OOCL", "OOLU OOCU", ALL),
  line("PCIU", "PIL", "PCIU PIDU", ALL),
  line("PABV", "PIL", "", ALL),
  line("WHLC", "Wan Hai", "WHLU WHSU", ALL),
  line("12PD", "SITC", "SITU"),
  line("KMTU", "KMTC", "KMTU", ALL),
  line("APLU", "APL", "APHU APZU APLU APRU", ALL),
  line("ANNU", "ANL", "", ALL),
  line("11DX", "CNC Line", "", ALL),
  line("SUDU", "Hamburg Süd", "SUDU HASU CADU", ALL),
  line("SEJJ", "Sealand Asia", "", ALL),
  line("MCCQ", "Sealand Asia", "", ALL),
  line("SEAU", "Sealand Americas", "SEAU", ALL),
  line("SAFM", "Safmarine", "", ALL),
  line("SKLU", "Sinokor", "SKLU"),
  line("11QU", "Heung-A", "HALU"),
  line("SMLM", "SM Line", "SMCU", ALL),
  line("TXZJ", "TS Lines"),
  line("12AT", "Interasia", "IAAU"),
  line("REGU", "RCL", "REGU"),
  line("CULU", "CU Lines", "CULU"),
  line("SJHH", "SeaLead"),
  line("ESPU", "Emirates Shipping", "ESPU"),
  line("GSLU", "Gold Star", "GSLU", ALL),
  line("ARKU", "Arkas", "ARKU"),
  line("TRKU", "Turkon", "TRKU"),
  line("ACLU", "ACL", "ACLU", ALL),
  line("GRIU", "Grimaldi", "GCNU"),
  line("LMCU", "Ignazio Messina", "LMCU"),
  line("MATS", "Matson", "MATU", ["CT", "BK"]),
  line("CMCU", "Crowley", "CMCU", ALL),
  line("SMLU", "Seaboard Marine", "SMLU", ALL),
  line("IILU", "ICL", "IILU"),
  line("MFTU", "Marfret"),
  line("FESO", "FESCO", "FESU"),
  line("NSRU", "Namsung", "NSRU"),
  line("11PG", "Dongjin"),
  line("PCSL", "Dong Young"),
  line("CKLU", "CK Line", "CKLU"),
  line("POBU", "Pan Ocean", "POBU"),
  line("12IH", "Sinotrans"),
  line("11WJ", "Jin Jiang"),
  line("SIKU", "Samudera", "SIKU"),
  line("MRTU", "Meratus", "MRTU"),
  line("SCIU", "Shipping Corporation of India", "SCIU"),
  line("NIDU", "NileDutch", "NIDU"),
  line("EIMU", "Eimskip", "EIMU"),
  line("WECU", "WEC Lines", "WECU"),
  line("WWSU", "Westwood", "WWSU"),
  line("CHVW", "Swire Shipping"),
  line("TSCW", "Tropical Shipping", "TSCU"),
  line("KKLU", "K Line", "KKLU")
]

const byScac: ReadonlyMap<string, Sealine> = new Map(sealines.map((sealine) => [sealine.scac, sealine]))

export const findSealine = (scac: Scac): Option.Option<Sealine> => Option.fromUndefinedOr(byScac.get(scac))

const byOwner: ReadonlyMap<string, ReadonlyArray<Scac>> = new Map(
  [...new Set(sealines.flatMap((sealine) => sealine.ownerCodes))].map((owner) => [
    owner,
    sealines.filter((sealine) => sealine.ownerCodes.includes(owner)).map((sealine) => sealine.scac)
  ])
)

/**
 * The carriers a box is likely to travel with, by its owner code, the likeliest first. Empty for boxes of leasing
 * companies (such as TCLU or TGHU), which any line may carry, and for owners that we do not know.
 */
export const proposeSealines = (container: ContainerNumber): ReadonlyArray<Scac> =>
  byOwner.get(container.slice(0, 4)) ?? []
