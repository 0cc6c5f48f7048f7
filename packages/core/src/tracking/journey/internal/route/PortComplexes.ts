import { cast } from "effect"
import type { Unlocode } from "../../../../geo/Unlocode.ts"
import { HOUR_MILLIS } from "../../../../time/Durations.ts"
import { isInlandFacility, type Movement } from "../movements/Movement.ts"

/**
 * Ports with several UN/LOCODEs: the code of the port, then those of its terminals or areas, by their names in UN/LOCODE and
 * the alternative codes of the SMDG terminal code list. Two areas of one port, such as Yantian and Shekou, remain two ports.
 */
const COMPLEXES =
  "CNSHA CNYSN CNWGQ CNSGH|CNSZX CNYTN CNSHK CNDCB|CNSHK CNCWN|CNTXG CNTSN CNXGG|CNNGB CNNBO CNNBG CNNPO|CNTAO CNQDG CNQIN|CNCAN CNNSA CNGGZ CNHUA|VNVUT VNCMT VNTOT|VNSGN VNCLI VNSGP|IDJKT IDTPP|PHMNL PHMNN PHMNS|AEAUH AEKHL AEMIN|USNYC USEWR USPNJ USBAY USJEC|USORF USPTM USNFK|NLRTM NLMSV NLEUR|GBLON GBLGP GBLGW|TRIST TRAMB TRAMR|EGALY EGEDK|EGPSD EGPSE|NGLOS NGAPP NGTIN|PAONX PACTB PAMIT|CRLIO CRMOB|KRPUS KRBNP KRPNC|INNSA INJNP|SGSIN SGJUR SGKEP SGPAP|MYPKG MYLPK MYWSP|THLCH THLCB|TWKHH TWKSG|HKHKG CNHKG|BEANR BEANT|DEBRV DEBHV|BRSSZ BRSTS|ZADUR ZADBN|USCHS USCHL|USLAX USLGB|AEJEA AEDXB|FRMRS FRFOS"

const unlocode: (text: string) => Unlocode = cast

/** The code of the port, by that of its terminal or area. */
const PORT_BY_AREA: ReadonlyMap<string, Unlocode> = new Map(
  COMPLEXES.split("|").flatMap((complex) => {
    const [port = "", ...areas] = complex.split(" ")
    return areas.map((area) => [area, unlocode(port)] as const)
  })
)

/** Whether two codes are those of one port and of a terminal or area of it. */
export const isSamePort = (a: string, b: string): boolean =>
  a === b || PORT_BY_AREA.get(a) === b || PORT_BY_AREA.get(b) === a

/** Two movements of one kind further apart than this are two calls. */
const SAME_CALL_MILLIS = 12 * HOUR_MILLIS

/** Whether a vessel calls at both: the carrier reports the same movement at both, with the same classifier. */
const areTwoCalls = (atPort: ReadonlyArray<Movement>, atArea: ReadonlyArray<Movement>): boolean =>
  atPort.some((one) =>
    atArea.some(
      (other) => one.code === other.code && one.rank === other.rank && Math.abs(one.at - other.at) > SAME_CALL_MILLIS
    )
  )

/** Whether the movements at one place are the gate moves of the sea movements at another, which may have gate moves before them as well. */
const isGateOf = (gates: ReadonlyArray<Movement>, quay: ReadonlyArray<Movement>): boolean => {
  if (!gates.every(({ code, place }) => (code === "IN" || code === "OUT") && !isInlandFacility(place))) return false
  const sea = quay.filter(({ mode }) => mode === "sea")
  return sea.length === quay.length || (sea.length > 0 && gates.every((gate) => sea.every(({ at }) => gate.at <= at)))
}

/**
 * Whether the carrier uses both codes for one call: one vessel, and not two calls; or a gate of the one for a
 * vessel at the other.
 */
const areMixed = (atPort: ReadonlyArray<Movement>, atArea: ReadonlyArray<Movement>): boolean => {
  const vessels = new Set(atPort.map(({ vessel }) => vessel).filter((vessel) => vessel !== ""))
  for (const vessel of vessels) {
    const isOf = (movement: Movement): boolean => movement.vessel === vessel
    if (atArea.some(isOf)) return !areTwoCalls(atPort.filter(isOf), atArea.filter(isOf))
  }
  return isGateOf(atPort, atArea) || isGateOf(atArea, atPort)
}

const earliestReceipt = (movements: ReadonlyArray<Movement>): number =>
  Math.min(...movements.map(({ event }) => event.receivedAt))

/**
 * Gives the movements at a port and at its terminal one port, where the carrier uses both codes for one call: the code that
 * was received first, so that no milestone changes its key. Their places stay as reported.
 */
export const withOneCodePerPort = (movements: ReadonlyArray<Movement>): ReadonlyArray<Movement> => {
  if (!movements.some(({ port }) => PORT_BY_AREA.has(port))) return movements
  let result = movements
  const areas = new Set<Unlocode>()
  for (const { port } of movements) if (PORT_BY_AREA.has(port)) areas.add(port)
  for (const area of areas) {
    const port = PORT_BY_AREA.get(area)
    const atArea = result.filter((movement) => movement.port === area && !movement.empty)
    const atPort = result.filter((movement) => movement.port === port && !movement.empty)
    if (port === undefined || atArea.length === 0 || atPort.length === 0 || !areMixed(atPort, atArea)) continue
    const [first, other] = earliestReceipt(atArea) < earliestReceipt(atPort) ? [area, port] : [port, area]
    result = result.map((movement) => (movement.port === other ? { ...movement, port: first } : movement))
  }
  return result
}
