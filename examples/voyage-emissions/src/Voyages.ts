import { Co2Calculator } from "@landfall/core/co2/Co2Calculator"
import type { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { EmissionFactorStore } from "@landfall/core/co2/lanes/EmissionFactor"
import { type SeaRoute, SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { readTable } from "@landfall/feeds/tables/Table"
import { starterVessels } from "@landfall/feeds/vessels/StarterVessels"
import * as NetworkSeaRouter from "@landfall/sea/NetworkSeaRouter"
import * as TableGazetteer from "@landfall/sea/ports/TableGazetteer"
import { Effect, Layer, Option, Result, Stream } from "effect"

/** A computed row: its emissions and its route, or why it has none. */
export type VoyageResult =
  | { readonly line: number; readonly error: string }
  | {
      readonly line: number
      readonly from: string
      readonly to: string
      readonly emissions: ComputeCo2Response
      readonly route: SeaRoute
    }

const sea = Layer.merge(NetworkSeaRouter.layer, TableGazetteer.layer)

/** Everything that a voyage needs, in memory. */
export const layer = Co2Calculator.layer.pipe(
  Layer.provideMerge(sea),
  Layer.provide([VesselRegistry.inMemory(starterVessels), EmissionFactorStore.inMemory()])
)

const listOf = (cell: string | undefined): ReadonlyArray<string> =>
  (cell ?? "").split(/[ ;]+/).filter((word) => word !== "")

/** A row as a request. The calculator validates it, so that the cells are passed on as they are. */
const requestOf = (row: Readonly<Record<string, string>>) => ({
  vessel: { imo: Number(row.imo), ...(row.speed === "" ? {} : { speed: Number(row.speed) }) },
  departure: { portCode: row.from },
  arrival: { portCode: row.to },
  options: { avoid: listOf(row.avoid) }
})

const computeRow = Effect.fnUntraced(function* (line: number, row: Readonly<Record<string, string>>) {
  const result = yield* Effect.result((yield* Co2Calculator).compute(requestOf(row)))
  if (Result.isFailure(result)) return { line, error: result.failure.message }
  const { arrival, departure, options } = result.success.input
  const route = yield* (yield* SeaRouter).route({
    from: Unlocode.make(departure.portCode),
    to: Unlocode.make(arrival.portCode),
    avoid: options?.avoid
  })
  return { line, from: departure.portCode, to: arrival.portCode, emissions: result.success, route }
})

/** Computes the voyages of a CSV file or a workbook, whose first row names the columns. */
export const computeVoyages = Effect.fnUntraced(function* (file: Uint8Array) {
  const [header, ...rows] = yield* Stream.runCollect(readTable(Stream.succeed(file)))
  const columns = header?.cells.map((cell) => cell.toLowerCase()) ?? []
  const results: Array<VoyageResult> = []
  for (const { cells, line } of rows) {
    const row = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]))
    results.push(yield* computeRow(line, row))
  }
  return results
})

/** Tonnes for one TEU, by the vessel where it is known, else by the trade lane. */
export const tonnesPerTeu = ({
  co2EmissionResult
}: ComputeCo2Response): { readonly tonnes: number; readonly by: string } => {
  const { tradeLaneMethodResult, vesselMethodResult } = co2EmissionResult
  const byVessel = Option.flatMap(vesselMethodResult, ({ co2Ttw }) => co2Ttw)
  return Option.isSome(byVessel)
    ? { tonnes: byVessel.value, by: "the vessel, tank to wake" }
    : { tonnes: Option.getOrElse(tradeLaneMethodResult.co2Wtw, () => 0), by: "the trade lane, well to wake" }
}
