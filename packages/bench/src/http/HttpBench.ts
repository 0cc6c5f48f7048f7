import * as NodeServices from "@effect/platform-node/NodeServices"
import { CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { starterVessels } from "@landfall/feeds/vessels/StarterVessels"
import { Console, Effect, FileSystem, Redacted } from "effect"
import { type PortPair, reachablePorts, samplePortPairs } from "../co2/PortPairs.ts"
import { makeSqliteUrl } from "../delivery/BenchStores.ts"
import { higherIsBetter, median } from "../report/BenchResult.ts"
import { type Rates, requestText, startLoadProcess } from "./LoadProcess.ts"
import { startServer } from "./ServerProcess.ts"

export const KEY = "lf_the_key_of_the_bench_alone"
/** Rounds that count, and rounds before them that warm both servers up. */
const ROUNDS = 5
const WARM_UP_ROUNDS = 3

export interface Operation {
  readonly name: string
  readonly unit: string
  /** Requests in each round. */
  readonly count: number
  /** The requests of a round; rounds have no request in common. */
  readonly requests: (round: number) => ReadonlyArray<string>
}

const headers = { api_key: KEY, "content-type": "application/json" }

export const congestion: Operation = {
  name: "http.congestion",
  unit: "responses/s",
  count: 10_000,
  requests: () => [requestText("GET", `${CONGESTION_PREFIX}/congestion/NLRTM`, headers)]
}

const VOYAGES = 5000

const co2 = (): Operation => {
  const ports = reachablePorts()
  const vessels = starterVessels.map(({ imo }) => Number(imo))
  const request = ({ from, to }: PortPair, n: number) =>
    requestText("POST", `${CO2_PREFIX}/compute-co2`, headers, {
      vessel: { imo: vessels[n % vessels.length] },
      departure: { portCode: from },
      arrival: { portCode: to }
    })
  return {
    name: "http.co2",
    unit: "voyages/s",
    count: VOYAGES,
    requests: (round) => samplePortPairs(ports, VOYAGES, round * VOYAGES).map(request)
  }
}

/** Writes the response of a server to the first request of a round to a file, which is removed with the scope. */
const writeResponseFile = Effect.fnUntraced(function* (url: string, { requests }: Operation) {
  const [head = "", body = ""] = (requests(0)[0] ?? "").split("\r\n\r\n")
  const [method = "", path = ""] = head.split(" ")
  const text = yield* Effect.promise(async () => {
    const response = await fetch(url + path, { method, headers, ...(body === "" ? {} : { body }) })
    return response.text()
  })
  const files = yield* FileSystem.FileSystem
  const file = `${yield* files.makeTempDirectoryScoped({ prefix: "landfall-bench-" })}/response.json`
  yield* files.writeFileString(file, text)
  return file
})

const operationResults = Effect.fnUntraced(function* (operation: Operation) {
  const { name, unit, count } = operation
  const database = yield* makeSqliteUrl
  const service = yield* startServer("./service.ts", Redacted.value(database), KEY)
  const bare = yield* startServer("./bare.ts", yield* writeResponseFile(service.url, operation))
  const load = yield* startLoadProcess
  const rates: Array<{ readonly bare: Rates; readonly landfall: Rates }> = []
  for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round++) {
    const requests = operation.requests(round + WARM_UP_ROUNDS)
    const rate = { bare: yield* load(bare, requests, count), landfall: yield* load(service, requests, count) }
    const label = round < 1 ? "warming up" : `round ${round} of ${ROUNDS}`
    yield* Console.error(`  ${name} ${label}: bare ${ratesText(rate.bare)}, landfall ${ratesText(rate.landfall)}`)
    if (round > 0) rates.push(rate)
  }
  const row = (name: string, of: keyof Rates) =>
    higherIsBetter(
      name,
      median(rates.map(({ landfall }) => landfall[of])),
      unit,
      median(rates.map(({ bare }) => bare[of]))
    )
  return [row(name, "perSecond"), row(`${name}.cpu`, "perCpuSecond")]
})

const ratesText = ({ perSecond, perCpuSecond }: Rates): string =>
  `${perSecond.toFixed(0)}/s (${perCpuSecond.toFixed(0)} per CPU second)`

const runOperation = (operation: Operation) =>
  operationResults(operation).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

/**
 * The metered requests per second of a server, over real sockets: the key is checked, credits are debited durably on SQLite,
 * and the call is counted. The baseline is bare Fastify with the same JSON. Each server is a separate process, loaded in
 * turns by a third process; the rows that end in `.cpu` count the processor time of each server.
 */
export const httpBench = { congestion: runOperation(congestion), co2: Effect.suspend(() => runOperation(co2())) }
