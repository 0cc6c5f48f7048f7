import { PortWatch, Sighting } from "@landfall/core/congestion/thresholds/PortWatch"
import { Option, Schema, Struct } from "effect"

/** A row of `port_watch`: what a watch has seen lies in three columns, which are null together. */
export const PortWatchRow = Schema.Struct({
  ...Struct.omit(PortWatch.fields, ["seen", "createdAt"]),
  side: Schema.OptionFromNullOr(Sighting.fields.side),
  value: Schema.OptionFromNullOr(Sighting.fields.value),
  asOf: Schema.OptionFromNullOr(Sighting.fields.asOf),
  createdAt: Schema.DateTimeUtcFromMillis
})
export type PortWatchRow = typeof PortWatchRow.Type

/** The columns of `PortWatchRow`, as SQL names them. */
export const PORT_WATCH_COLUMNS =
  "id, account_id, endpoint_id, port, figure, threshold, hysteresis, side, value, as_of, crossings, created_at"

/** The watch that a row holds. */
export const watchOf = ({ side, value, asOf, ...row }: PortWatchRow): PortWatch =>
  new PortWatch({ ...row, seen: Option.map(Option.all({ side, value, asOf }), (seen) => Sighting.make(seen)) })

/** The cells of what a watch has seen. */
export const seenCells = ({ seen }: PortWatch) => ({
  side: Option.getOrNull(Option.map(seen, ({ side }) => side)),
  value: Option.getOrNull(Option.map(seen, ({ value }) => value)),
  asOf: Option.getOrNull(Option.map(seen, ({ asOf }) => asOf))
})
