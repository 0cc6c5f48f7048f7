import { AccountId } from "@landfall/core/accounts/Account"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { PortWatch, PortWatchId, Side, Sighting } from "@landfall/core/congestion/PortWatch"
import { WatchedFigure } from "@landfall/core/congestion/WatchedFigure"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/tracking/Instant"
import { Option, Schema } from "effect"

/** A row of `port_watch`. */
export const PortWatchRow = Schema.Struct({
  id: PortWatchId,
  accountId: AccountId,
  endpointId: EndpointId,
  port: Unlocode,
  figure: WatchedFigure,
  threshold: Schema.Finite,
  hysteresis: Schema.Finite,
  side: Schema.OptionFromNullOr(Side),
  value: Schema.OptionFromNullOr(Schema.Finite),
  asOf: Schema.OptionFromNullOr(Instant),
  crossings: Schema.Int,
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
