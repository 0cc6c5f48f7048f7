import { Effect, Option, Result, Stream } from "effect"
import { tableOf } from "../tables/Table.ts"
import { FileUnreadable, type TableRow } from "../tables/TableRow.ts"
import { isMrvHead, mrvRows } from "./MrvColumns.ts"
import { headFaults, isVesselHead, VESSEL_COLUMNS, vesselRows } from "./VesselColumns.ts"
import type { VesselReading } from "./VesselReading.ts"

type ReadRow = (row: TableRow) => ReadonlyArray<VesselReading>

/** How rows are read; none above the first head: EMSA's sheets have two rows of headings there. */
type State = Option.Option<ReadRow>

const NO_HEAD = `no row names the columns: a vessel file is a workbook or CSV of EMSA's EU MRV publication, or a CSV whose first line names any of ${VESSEL_COLUMNS.join(", ")}, imo or mmsi among them`

type Reading = Result.Result<VesselReading, FileUnreadable>

const withoutHead: ReadonlyArray<Reading> = [Result.fail(new FileUnreadable({ reason: NO_HEAD }))]

/** A head begins a table wherever it stands: a workbook has one for each sheet. */
const step = (state: State, row: TableRow): readonly [State, ReadonlyArray<VesselReading>] => {
  if (isMrvHead(row)) return [Option.some(mrvRows(row)), []]
  if (Option.isSome(state)) return [state, state.value(row)]
  return isVesselHead(row) ? [Option.some(vesselRows(row)), headFaults(row)] : [state, []]
}

/**
 * What a vessel file says, row by row: EMSA's publication of the EU MRV (workbook or CSV), or a CSV of one's own. Fails
 * where the file cannot be read on; everything before is read. `file` is run more than once.
 */
export const readVesselFile = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<VesselReading, E | FileUnreadable, R> =>
  tableOf(file).pipe(
    Stream.mapAccum(
      (): State => Option.none(),
      (state, row): readonly [State, ReadonlyArray<Reading>] => {
        const [next, readings] = step(state, row)
        return [next, readings.map((reading) => Result.succeed(reading))]
      },
      { onHalt: (state) => (Option.isNone(state) ? withoutHead : []) }
    ),
    Stream.mapEffect((reading) => Effect.fromResult(reading))
  )
