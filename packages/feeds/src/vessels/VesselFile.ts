import { Effect, Option, Result, Stream } from "effect"
import { readTableToEnd } from "../tables/Table.ts"
import { FileUnreadable, type TableRow } from "../tables/TableRow.ts"
import { isMrvHeader, makeMrvRowReader } from "./MrvColumns.ts"
import { headerFaults, isVesselHeader, makeVesselRowReader, VESSEL_COLUMNS } from "./VesselColumns.ts"
import type { VesselRowResult } from "./VesselRowResult.ts"

type ReadRow = (row: TableRow) => ReadonlyArray<VesselRowResult>

/** The reader of the current table; none above the first header, where EMSA's sheets have two rows of headings. */
type ReaderState = Option.Option<ReadRow>

const MISSING_HEADER_REASON = `no row names the columns: a vessel file is a workbook or CSV of EMSA's EU MRV publication, or a CSV whose first line names any of ${VESSEL_COLUMNS.join(", ")}, with at least imo or mmsi`

type RowOrFailure = Result.Result<VesselRowResult, FileUnreadable>

const missingHeader: ReadonlyArray<RowOrFailure> = [Result.fail(new FileUnreadable({ reason: MISSING_HEADER_REASON }))]

/** A header starts a table at any row, because each sheet of a workbook has one. */
const readTableRow = (state: ReaderState, row: TableRow): readonly [ReaderState, ReadonlyArray<VesselRowResult>] => {
  if (isMrvHeader(row)) return [Option.some(makeMrvRowReader(row)), []]
  if (Option.isSome(state)) return [state, state.value(row)]
  return isVesselHeader(row) ? [Option.some(makeVesselRowReader(row)), headerFaults(row)] : [state, []]
}

/**
 * Reads a vessel file row by row: EMSA's publication of the EU MRV (workbook or CSV), or an operator-supplied CSV. Fails when
 * the file cannot be read further; the rows before are emitted first. `file` is run more than once.
 */
export const readVesselFile = <E, R>(
  file: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<VesselRowResult, E | FileUnreadable, R> =>
  readTableToEnd(file).pipe(
    Stream.mapAccum(
      (): ReaderState => Option.none(),
      (state, row): readonly [ReaderState, ReadonlyArray<RowOrFailure>] => {
        if (Option.isNone(row)) return [state, Option.isNone(state) ? missingHeader : []]
        const [next, results] = readTableRow(state, row.value)
        return [next, results.map((result) => Result.succeed(result))]
      }
    ),
    Stream.mapEffect((result) => Effect.fromResult(result))
  )
