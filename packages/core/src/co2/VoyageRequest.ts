import { Effect, Option, Predicate, Result } from "effect"
import { type Fault, type FaultPath, faultsBelow, invalidFault } from "../faults/Fault.ts"
import { parse } from "../faults/Parse.ts"
import type { Gazetteer } from "../geo/Gazetteer.ts"
import { type Port, type PortNotFound, unknownPortFault } from "../geo/Port.ts"
import type { RouteImpossible, SeaRoute, SeaRouter, VesselSize } from "../geo/SeaRouter.ts"
import { readUnlocode } from "../geo/Unlocode.ts"
import { Co2Options, ComputeCo2Request, type SeaRouteRequest } from "./ComputeCo2Request.ts"
import { laneNameBetween, usualSizeOf } from "./lanes/TradeLane.ts"
import type { CanalSize } from "./vessels/ModelVessel.ts"

/** The ports of a voyage. */
export interface VoyagePorts {
  readonly departure: Port
  readonly arrival: Port
}

/** A valid request, and the ports of its codes. */
export interface VoyageRequest extends VoyagePorts {
  readonly request: ComputeCo2Request
}

/** The services that find ports and the routes between them. */
export interface RoutingServices {
  readonly gazetteer: Gazetteer["Service"]
  readonly router: SeaRouter["Service"]
}

const ENDS = ["departure", "arrival"] as const

const parseRequest = parse(ComputeCo2Request)
const parseOptions = parse(Co2Options)

/** The port codes of an input that are valid, whatever else is invalid. */
const readablePortCodes = (input: unknown) =>
  ENDS.flatMap((end) => {
    const call: unknown = Predicate.hasProperty(input, end) ? input[end] : undefined
    const code = Predicate.hasProperty(call, "portCode") ? readUnlocode(call.portCode) : Option.none()
    return Option.isSome(code) ? [{ end, code: code.value }] : []
  })

/** The options of an input when they are valid, whatever else is invalid. */
const readableOptions = (input: unknown): Co2Options | undefined => {
  const options: unknown = Predicate.hasProperty(input, "options") ? input.options : {}
  return Result.getOrUndefined(parseOptions(options))
}

const portPath = (root: FaultPath, end: keyof VoyagePorts): FaultPath => [...root, end, "portCode"]

const samePortFaults = ({ arrival, departure: { code, name } }: VoyagePorts, root: FaultPath): ReadonlyArray<Fault> =>
  arrival.code === code
    ? [
        invalidFault(
          portPath(root, "arrival"),
          `must be another port than the departure's: both codes are ${name}, ${code}`
        )
      ]
    : []

/** The known ports of these codes, and a fault for each code that is unknown. */
const findPorts = Effect.fnUntraced(function* (
  { gazetteer }: RoutingServices,
  codes: ReturnType<typeof readablePortCodes>,
  root: FaultPath
) {
  const ports: { -readonly [End in keyof VoyagePorts]?: Port } = {}
  const faults: Array<Fault> = []
  for (const { end, code } of codes) {
    const port = yield* Effect.result(gazetteer.get(code))
    if (Result.isSuccess(port)) ports[end] = port.success
    else faults.push(unknownPortFault(portPath(root, end), port.failure))
  }
  return { ports, faults }
})

/** A fault for each end that vessels cannot reach, found by a route from the port to itself. */
const findInlandFaults = Effect.fnUntraced(function* (
  { router }: RoutingServices,
  ports: Partial<VoyagePorts>,
  root: FaultPath
) {
  const faults: Array<Fault> = []
  for (const end of ENDS) {
    const code = ports[end]?.code
    if (code === undefined) continue
    const reachability = yield* Effect.result(router.route({ from: code, to: code }))
    if (Result.isSuccess(reachability)) continue
    const path = portPath(root, end)
    const { failure } = reachability
    faults.push(failure._tag === "PortNotFound" ? unknownPortFault(path, failure) : invalidFault(path, failure.reason))
  }
  return faults
})

/** The ports, options and vessel size to find a route for, and the path of the request in its input. */
export interface VoyageRouteRequest extends VoyagePorts {
  readonly options: Co2Options
  /** The vessel's size; undefined when the usual vessels of the lane decide about canals. */
  readonly size: VesselSize | undefined
  readonly root: FaultPath
}

/** The length and beam of the usual vessels between two ports. */
export const laneSizeOf = ({ arrival, departure }: VoyagePorts): CanalSize => ({
  ...usualSizeOf(laneNameBetween(departure, arrival)),
  canalVessel: "lane"
})

/** Fails because there is no route between two ports, with the faults of either port, or of the options. */
const failWithoutRoute = Effect.fnUntraced(function* (
  sea: RoutingServices,
  request: VoyageRouteRequest,
  failure: PortNotFound | RouteImpossible
) {
  const { options, root } = request
  const inland = yield* findInlandFaults(sea, request, root)
  const path = options.avoid === undefined && options.require === undefined ? root : [...root, "options"]
  const faults: ReadonlyArray<Fault> = inland.length > 0 ? inland : [invalidFault(path, failure.message)]
  return yield* Effect.fail(faults)
})

/**
 * The route between two ports; without one, fails with the faults of either port or of the options. The usual vessels of
 * a lane rule out no request: when no route suits them, one for a smaller vessel is found.
 */
export const findVoyageRoute = (sea: RoutingServices, request: VoyageRouteRequest) => {
  const { departure, arrival, options, size } = request
  const { avoid, require } = options
  const routeFor = (vessel: VesselSize) =>
    sea.router.route({ from: departure.code, to: arrival.code, avoid, require, vessel })
  const usualRoute =
    size === undefined ? Effect.catch(routeFor(laneSizeOf(request)), () => routeFor({})) : routeFor(size)
  return Effect.catch(usualRoute, (failure) => failWithoutRoute(sea, request, failure))
}

/** The faults of ports and route in a request that is invalid in its form. */
const findVoyageFaults = Effect.fnUntraced(function* (
  sea: RoutingServices,
  input: unknown,
  ports: Partial<VoyagePorts>,
  root: FaultPath
) {
  const { departure, arrival } = ports
  if (departure === undefined || arrival === undefined) return yield* findInlandFaults(sea, ports, root)
  const options = readableOptions(input)
  if (options === undefined || departure.code === arrival.code) {
    const [from, to] = readablePortCodes(input)
    // The form already reports one code given twice; two codes of one port are found here.
    const same = from?.code === to?.code ? [] : samePortFaults({ departure, arrival }, root)
    return [...same, ...(yield* findInlandFaults(sea, ports, root))]
  }
  return yield* Effect.match(findVoyageRoute(sea, { departure, arrival, options, size: undefined, root }), {
    onFailure: (faults) => faults,
    onSuccess: () => []
  })
})

/** The voyage of a valid input; otherwise fails with all the faults of the input, unknown ports included. */
const readWithFaults = Effect.fnUntraced(function* (sea: RoutingServices, input: unknown, root: FaultPath) {
  const parsed = Result.mapError(parseRequest(input), (faults) => faultsBelow(root, faults))
  const { ports, faults } = yield* findPorts(sea, readablePortCodes(input), root)
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

/**
 * Parses an input at the path `root`; fails with all its faults, unknown ports included. Nearly every input is valid: only
 * one that is not is read a second time, for its faults.
 */
export const readVoyageRequest = (
  sea: RoutingServices,
  input: unknown,
  root: FaultPath
): Effect.Effect<VoyageRequest, ReadonlyArray<Fault>> => {
  const parsed = parseRequest(input)
  if (Result.isFailure(parsed)) return readWithFaults(sea, input, root)
  const request = parsed.success
  const [from, to] = [readUnlocode(request.departure.portCode), readUnlocode(request.arrival.portCode)]
  if (Option.isNone(from) || Option.isNone(to)) return readWithFaults(sea, input, root)
  const voyage = Effect.flatMap(sea.gazetteer.get(from.value), (departure) =>
    Effect.map(sea.gazetteer.get(to.value), (arrival) => ({ request, departure, arrival }))
  )
  return Effect.matchEffect(voyage, {
    onFailure: () => readWithFaults(sea, input, root),
    onSuccess: (found) =>
      found.departure.code === found.arrival.code ? readWithFaults(sea, input, root) : Effect.succeed(found)
  })
}

/** The requested route, of the usual vessels of its lane; fails with the faults of its ports or options. */
export const findRequestedRoute = Effect.fnUntraced(function* (
  sea: RoutingServices,
  request: SeaRouteRequest
): Effect.fn.Return<SeaRoute, ReadonlyArray<Fault>> {
  const root: FaultPath = []
  const { ports, faults } = yield* findPorts(sea, readablePortCodes(request), root)
  const { departure, arrival } = ports
  if (departure === undefined || arrival === undefined) return yield* Effect.fail(faults)
  const same = samePortFaults({ departure, arrival }, root)
  if (same.length > 0) return yield* Effect.fail(same)
  return yield* findVoyageRoute(sea, { departure, arrival, options: request.options ?? {}, size: undefined, root })
})
