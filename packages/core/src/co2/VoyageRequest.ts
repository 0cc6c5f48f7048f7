import { Effect, Option, Predicate, Result } from "effect"
import { type Fault, parse } from "../faults/Fault.ts"
import type { Gazetteer } from "../geo/Gazetteer.ts"
import type { Port } from "../geo/Port.ts"
import type { SeaRouter, VesselSize } from "../geo/SeaRouter.ts"
import { readUnlocode } from "../geo/Unlocode.ts"
import { Co2Options, ComputeCo2Request } from "./ComputeCo2Request.ts"

/** The ports of a voyage. */
export interface VoyagePorts {
  readonly departure: Port
  readonly arrival: Port
}

/** A voyage that was asked for: the request, and the ports that its codes name. */
export interface VoyageRequest extends VoyagePorts {
  readonly request: ComputeCo2Request
}

/** Where ports are looked up, and the ways between them. */
export interface RoutingServices {
  readonly gazetteer: Gazetteer["Service"]
  readonly router: SeaRouter["Service"]
}

/** The path of a request that stands by itself. */
export const REQUEST_ROOT = "$"

const ENDS = ["departure", "arrival"] as const

const parseRequest = parse(ComputeCo2Request, { root: REQUEST_ROOT })
const parseOptions = parse(Co2Options)

/** The port codes in what a caller sent that can be read, whatever else is wrong there. */
const readablePortCodes = (input: unknown) =>
  ENDS.flatMap((end) => {
    const call: unknown = Predicate.hasProperty(input, end) ? input[end] : undefined
    const code = Predicate.hasProperty(call, "portCode") ? readUnlocode(call.portCode) : Option.none()
    return Option.isSome(code) ? [{ end, code: code.value }] : []
  })

const portCodesOf = (request: ComputeCo2Request) => ENDS.map((end) => ({ end, code: request[end].portCode }))

/** The options of what a caller sent where they are right in themselves, whatever else is wrong. */
const readableOptions = (input: unknown): Co2Options | undefined => {
  const options: unknown = Predicate.hasProperty(input, "options") ? input.options : {}
  return Result.getOrUndefined(parseOptions(options))
}

const portPath = (root: string, end: keyof VoyagePorts) => `${root}.${end}.portCode`

/** What stands against the value at a path, in a sentence of its own. */
const faultAt = (path: string, sentence: string): Fault => ({ kind: "invalid", path, message: `${path}: ${sentence}` })

const samePortFaults = ({ arrival, departure: { code, name } }: VoyagePorts, root: string): ReadonlyArray<Fault> => {
  if (arrival.code !== code) return []
  const path = portPath(root, "arrival")
  const message = `${path} must be another port than the departure's: both codes are ${name}, ${code}`
  return [{ kind: "invalid", path, message }]
}

/** The ports that codes name as far as they are known, and a fault for each that is not. */
const findPorts = Effect.fnUntraced(function* (
  { gazetteer }: RoutingServices,
  codes: ReturnType<typeof readablePortCodes>,
  root: string
) {
  const ports: { -readonly [End in keyof VoyagePorts]?: Port } = {}
  const faults: Array<Fault> = []
  for (const { end, code } of codes) {
    const found = yield* Effect.result(gazetteer.get(code))
    if (Result.isSuccess(found)) ports[end] = found.success
    else faults.push(faultAt(portPath(root, end), found.failure.message))
  }
  return { ports, faults }
})

/** A fault for each end that no ship reaches, which a way from the port to itself tells as well as any other. */
const findInlandFaults = Effect.fnUntraced(function* (
  { router }: RoutingServices,
  ports: Partial<VoyagePorts>,
  root: string
) {
  const faults: Array<Fault> = []
  for (const end of ENDS) {
    const code = ports[end]?.code
    if (code === undefined) continue
    const found = yield* Effect.result(router.route({ from: code, to: code }))
    if (Result.isSuccess(found)) continue
    const { failure } = found
    faults.push(faultAt(portPath(root, end), failure._tag === "PortNotFound" ? failure.message : failure.reason))
  }
  return faults
})

/** What a way is to be found for, and where the request for it stands. */
export interface VoyageRouteRequest extends VoyagePorts {
  readonly options: Co2Options
  readonly size: VesselSize
  readonly root: string
}

/** The way between two ports; where there is none it fails with what stands against either end or the options. */
export const findVoyageRoute = Effect.fnUntraced(function* (sea: RoutingServices, way: VoyageRouteRequest) {
  const { departure, arrival, options, size, root } = way
  const { avoid, require } = options
  const wish = { from: departure.code, to: arrival.code, avoid, require, vessel: size }
  const found = yield* Effect.result(sea.router.route(wish))
  if (Result.isSuccess(found)) return found.success
  const inland = yield* findInlandFaults(sea, way, root)
  const place = avoid === undefined && require === undefined ? root : `${root}.options`
  const faults: ReadonlyArray<Fault> = inland.length > 0 ? inland : [faultAt(place, found.failure.message)]
  return yield* Effect.fail(faults)
})

/** What stands against the voyage of a request that is wrong in its form, beside that: its ports, and the way between them. */
const findVoyageFaults = Effect.fnUntraced(function* (
  sea: RoutingServices,
  input: unknown,
  ports: Partial<VoyagePorts>,
  root: string
) {
  const { departure, arrival } = ports
  if (departure === undefined || arrival === undefined) return yield* findInlandFaults(sea, ports, root)
  const options = readableOptions(input)
  if (options === undefined || departure.code === arrival.code) {
    const [from, to] = readablePortCodes(input)
    // Of one code twice the form has told already.
    const same = from?.code === to?.code ? [] : samePortFaults({ departure, arrival }, root)
    return [...same, ...(yield* findInlandFaults(sea, ports, root))]
  }
  return yield* Effect.match(findVoyageRoute(sea, { departure, arrival, options, size: {}, root }), {
    onFailure: (faults) => faults,
    onSuccess: () => []
  })
})

/** Reads what a caller sent at the path `root`; fails with everything that is wrong with it, unknown ports among it. */
export const readVoyageRequest = Effect.fnUntraced(function* (sea: RoutingServices, input: unknown, root: string) {
  const parsed = root === REQUEST_ROOT ? parseRequest(input) : parse(ComputeCo2Request, { root })(input)
  const codes = Result.isSuccess(parsed) ? portCodesOf(parsed.success) : readablePortCodes(input)
  const { ports, faults } = yield* findPorts(sea, codes, root)
  const { departure, arrival } = ports
  if (Result.isFailure(parsed) || departure === undefined || arrival === undefined) {
    const ofForm = Result.isFailure(parsed) ? parsed.failure : []
    return yield* Effect.fail([...ofForm, ...faults, ...(yield* findVoyageFaults(sea, input, ports, root))])
  }
  const same = samePortFaults({ departure, arrival }, root)
  if (same.length > 0) return yield* Effect.fail(same)
  const voyage: VoyageRequest = { request: parsed.success, departure, arrival }
  return voyage
})
