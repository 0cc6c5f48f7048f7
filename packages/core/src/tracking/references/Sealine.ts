import { Option, Schema, SchemaGetter } from "effect"
import type { ContainerNumber } from "./ContainerNumber.ts"
import type { ReferenceType } from "./ReferenceType.ts"

/** The rule that a carrier's code must satisfy, as faults state it. */
export const SCAC_RULE = "must be a carrier's code of two to four letters or digits, such as MAEU"

/**
 * A carrier's code: its SCAC (two to four letters), or the four characters in use for a carrier without one. Codes
 * outside `sealines` are valid too, because the list may lack a carrier.
 */
export const Scac = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^[A-Z0-9]{2,4}$/, { message: SCAC_RULE })),
  Schema.brand("Scac")
)
export type Scac = typeof Scac.Type

/** A carrier's code in any case, as people write it. */
export const ScacFromInput = Schema.String.annotate({
  description: "SCAC of the carrier, such as MAEU; lower case is accepted."
}).pipe(
  Schema.decodeTo(Scac, {
    decode: SchemaGetter.transform((text) => text.trim().toUpperCase()),
    encode: SchemaGetter.passthrough()
  })
)

/** A carrier, the reference types it can be polled for, and the owner codes (BIC) of its containers. */
export interface Sealine {
  readonly scac: Scac
  readonly name: string
  readonly kinds: ReadonlyArray<ReferenceType>
  readonly ownerCodes: ReadonlyArray<string>
}

const EVERY_TYPE: ReadonlyArray<ReferenceType> = ["CT", "BK", "BL"]
const CONTAINER_AND_BILL: ReadonlyArray<ReferenceType> = ["CT", "BL"]

const defineSealine = (
  scac: string,
  name: string,
  ownerCodes = "",
  kinds: ReadonlyArray<ReferenceType> = CONTAINER_AND_BILL
): Sealine => ({
  scac: Scac.make(scac),
  name,
  kinds,
  ownerCodes: ownerCodes === "" ? [] : ownerCodes.split(" ")
})

/**
 * The known carriers, largest first. Codes and names are those that the carriers publish; owner codes those
 * registered with the Bureau International des Containers, with acquired brands under the acquiring line. A code that
 * several lines share is listed under each, the likelier first.
 */
export const sealines: ReadonlyArray<Sealine> = [
  defineSealine("MSCU", "MSC", "MSCU MEDU MSDU MSMU MSNU MSBU MSZU", EVERY_TYPE),
  defineSealine("MEDU", "MSC", "", EVERY_TYPE),
  defineSealine(
    "MAEU",
    "Maersk",
    "MAEU MSKU MRKU MRSU MSWU MWCU MWMU MNBU MMAU MCAU MCRU MCHU MIEU MHHU MVIU MSFU POCU PONU KNLU FAAU APMU LOTU SCMU SEAU SUDU HASU CADU",
    EVERY_TYPE
  ),
  defineSealine("CMDU", "CMA CGM", "CMAU CGMU ECMU CAAU DVRU OPDU APHU APZU APLU APRU NOSU", EVERY_TYPE),
  defineSealine("COSU", "COSCO", "CBHU CCLU CSLU CSNU CSGU COSU", EVERY_TYPE),
  defineSealine("HLCU", "Hapag-Lloyd", "HLXU HLBU HLCU HAMU CPSU UACU UAEU UASU CSVU LNXU TMMU LYKU", EVERY_TYPE),
  defineSealine("ONEY", "Ocean Network Express", "ONEU NYKU MOAU MOEU MOFU MORU MOTU KKFU KKTU", EVERY_TYPE),
  defineSealine("EGLV", "Evergreen", "EGHU EGSU EISU EITU EMCU UGMU HMCU IMTU LTIU", EVERY_TYPE),
  defineSealine("HDMU", "HMM", "HDMU HMMU KOCU", EVERY_TYPE),
  defineSealine("ZIMU", "ZIM", "ZIMU ZCSU ZCLU ZMOU", EVERY_TYPE),
  defineSealine("YMLU", "Yang Ming", "YMLU YMMU", EVERY_TYPE),
  defineSealine("OOLU", "OOCL", "OOLU OOCU", EVERY_TYPE),
  defineSealine("PCIU", "PIL", "PCIU PIDU", EVERY_TYPE),
  defineSealine("PABV", "PIL", "", EVERY_TYPE),
  defineSealine("WHLC", "Wan Hai", "WHLU WHSU", EVERY_TYPE),
  defineSealine("12PD", "SITC", "SITU"),
  defineSealine("KMTU", "KMTC", "KMTU", EVERY_TYPE),
  defineSealine("APLU", "APL", "APHU APZU APLU APRU", EVERY_TYPE),
  defineSealine("ANNU", "ANL", "", EVERY_TYPE),
  defineSealine("11DX", "CNC Line", "", EVERY_TYPE),
  defineSealine("SUDU", "Hamburg Süd", "SUDU HASU CADU", EVERY_TYPE),
  defineSealine("SEJJ", "Sealand Asia", "", EVERY_TYPE),
  defineSealine("MCCQ", "Sealand Asia", "", EVERY_TYPE),
  defineSealine("SEAU", "Sealand Americas", "SEAU", EVERY_TYPE),
  defineSealine("SAFM", "Safmarine", "", EVERY_TYPE),
  defineSealine("SKLU", "Sinokor", "SKLU"),
  defineSealine("11QU", "Heung-A", "HALU"),
  defineSealine("SMLM", "SM Line", "SMCU", EVERY_TYPE),
  defineSealine("TXZJ", "TS Lines"),
  defineSealine("12AT", "Interasia", "IAAU"),
  defineSealine("REGU", "RCL", "REGU"),
  defineSealine("CULU", "CU Lines", "CULU"),
  defineSealine("SJHH", "SeaLead"),
  defineSealine("ESPU", "Emirates Shipping", "ESPU"),
  defineSealine("GSLU", "Gold Star", "GSLU", EVERY_TYPE),
  defineSealine("ARKU", "Arkas", "ARKU"),
  defineSealine("TRKU", "Turkon", "TRKU"),
  defineSealine("ACLU", "ACL", "ACLU", EVERY_TYPE),
  defineSealine("GRIU", "Grimaldi", "GCNU"),
  defineSealine("LMCU", "Ignazio Messina", "LMCU"),
  defineSealine("MATS", "Matson", "MATU", ["CT", "BK"]),
  defineSealine("CMCU", "Crowley", "CMCU", EVERY_TYPE),
  defineSealine("SMLU", "Seaboard Marine", "SMLU", EVERY_TYPE),
  defineSealine("IILU", "ICL", "IILU"),
  defineSealine("MFTU", "Marfret"),
  defineSealine("FESO", "FESCO", "FESU"),
  defineSealine("NSRU", "Namsung", "NSRU"),
  defineSealine("11PG", "Dongjin"),
  defineSealine("PCSL", "Dong Young"),
  defineSealine("CKLU", "CK Line", "CKLU"),
  defineSealine("POBU", "Pan Ocean", "POBU"),
  defineSealine("12IH", "Sinotrans"),
  defineSealine("11WJ", "Jin Jiang"),
  defineSealine("SIKU", "Samudera", "SIKU"),
  defineSealine("MRTU", "Meratus", "MRTU"),
  defineSealine("SCIU", "Shipping Corporation of India", "SCIU"),
  defineSealine("NIDU", "NileDutch", "NIDU"),
  defineSealine("EIMU", "Eimskip", "EIMU"),
  defineSealine("WECU", "WEC Lines", "WECU"),
  defineSealine("WWSU", "Westwood", "WWSU"),
  defineSealine("CHVW", "Swire Shipping"),
  defineSealine("TSCW", "Tropical Shipping", "TSCU"),
  defineSealine("KKLU", "K Line", "KKLU")
]

const byScac: ReadonlyMap<string, Sealine> = new Map(sealines.map((sealine) => [sealine.scac, sealine]))

/** The carrier with this code; none when it is unknown. */
export const findSealine = (scac: Scac): Option.Option<Sealine> => Option.fromUndefinedOr(byScac.get(scac))

const byOwner: ReadonlyMap<string, ReadonlyArray<Scac>> = new Map(
  [...new Set(sealines.flatMap((sealine) => sealine.ownerCodes))].map((owner) => [
    owner,
    sealines.filter((sealine) => sealine.ownerCodes.includes(owner)).map((sealine) => sealine.scac)
  ])
)

/**
 * The likely carriers of a container by its owner code, the likeliest first. Empty for containers of leasing companies
 * (such as TCLU or TGHU), which any line may carry, and for unknown owners.
 */
export const proposeSealines = (container: ContainerNumber): ReadonlyArray<Scac> =>
  byOwner.get(container.slice(0, 4)) ?? []
