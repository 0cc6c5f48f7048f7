import { AccountId } from "@landfall/core/accounts/Account"
import { DeliveryOrdering } from "@landfall/core/alerts/delivery/DeliveryOrdering"
import { RateLimit } from "@landfall/core/alerts/delivery/RateLimit"
import { CustomRetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import {
  Endpoint,
  EndpointDescription,
  EndpointUrl,
  FilterTypes,
  Metadata
} from "@landfall/core/alerts/endpoints/Endpoint"
import { FinalPodHoldHours, FinalPodMode } from "@landfall/core/alerts/endpoints/FinalPodHold"
import { DeliveryFormat } from "@landfall/core/alerts/sending/DeliveryFormat"
import { ThresholdHours } from "@landfall/core/alerts/ThresholdHours"
import { Effect, Schema } from "effect"
import { GenerationalCache } from "../../sql/GenerationalCache.ts"

/** A row of `endpoint` without its secrets, which are read only where they are used. */
export const EndpointRow = Schema.Struct({
  id: EndpointId,
  accountId: AccountId,
  applicationId: ApplicationId,
  url: EndpointUrl,
  description: Schema.OptionFromNullOr(EndpointDescription),
  filterTypes: Schema.OptionFromNullOr(Schema.fromJsonString(FilterTypes)),
  metadata: Schema.fromJsonString(Metadata),
  rateLimit: Schema.OptionFromNullOr(RateLimit),
  retryPolicy: Schema.OptionFromNullOr(Schema.fromJsonString(CustomRetryPolicy)),
  headerNames: Schema.fromJsonString(Schema.Array(Schema.String)),
  dateChangeThresholdHours: ThresholdHours,
  finalPod: FinalPodMode,
  finalPodHoldHours: FinalPodHoldHours,
  ordering: DeliveryOrdering,
  format: DeliveryFormat,
  enrolFuture: Schema.BooleanFromBit,
  disabled: Schema.BooleanFromBit,
  disabledAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis),
  verifiedAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis),
  createdAt: Schema.DateTimeUtcFromMillis,
  updatedAt: Schema.DateTimeUtcFromMillis
}).pipe(Schema.decodeTo(Endpoint))

/** The columns of `EndpointRow`, as SQL names them. */
export const ENDPOINT_COLUMNS =
  "id, account_id, application_id, url, description, filter_types, metadata, rate_limit, retry_policy, header_names, date_change_threshold_hours, final_pod, final_pod_hold_hours, ordering, format, enrol_future, disabled, disabled_at, verified_at, created_at, updated_at"

const decodeRow = Schema.decodeUnknownEffect(EndpointRow)

/** The size of the cache of decoded rows, in characters. */
const CACHED_LENGTH = 8 * 1024 * 1024
/** The size of a row in the cache beside its texts, in characters. */
const ROW_LENGTH = 512

interface DecodedRow {
  readonly cells: ReadonlyArray<unknown>
  readonly endpoint: Endpoint
  readonly length: number
}

const lengthOf = (cells: ReadonlyArray<unknown>): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 0), ROW_LENGTH)

/**
 * Makes the function that decodes rows of `EndpointRow`. Unchanged rows are cached: every event reads the endpoints of
 * its shipments, and the schema takes 25 µs for each.
 */
export const makeDecodeEndpoints = () => {
  const decoded = new GenerationalCache<DecodedRow>(CACHED_LENGTH, (_id, { length }) => length)
  return Effect.fnUntraced(function* (rows: ReadonlyArray<{ readonly id?: unknown }>) {
    const endpoints: Array<Endpoint> = []
    for (const row of rows) {
      const id = String(row.id)
      const cells = Object.values(row)
      const cached = decoded.get(id)
      if (cached !== undefined && cells.every((cell, index) => cell === cached.cells[index]))
        endpoints.push(cached.endpoint)
      else {
        const endpoint = yield* decodeRow(row)
        decoded.set(id, { cells, endpoint, length: lengthOf(cells) })
        endpoints.push(endpoint)
      }
    }
    return endpoints
  })
}
