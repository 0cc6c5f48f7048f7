import { messages } from "../../text/messages.ts"

/** The filters of the list, as the URL has them. */
export interface LogFilters {
  readonly endpointId?: string
  readonly type?: string
  readonly status?: string
  /** The last so many hours. */
  readonly hours?: string
  readonly shipmentId?: string
}

export const LOG_FILTERS = ["endpointId", "type", "status", "hours", "shipmentId"] as const

const { statusFilter, filters: texts } = messages.logs

const defined = (name: keyof LogFilters, value: string | undefined) => (value === undefined ? {} : { [name]: value })

/**
 * The filters in the parameters of a URL: without parameters of other names, and without a status or a time that no choice
 * offers, which the list could neither show nor apply.
 */
export const knownFilters = ({ endpointId, type, status, hours, shipmentId }: LogFilters): LogFilters => ({
  ...defined("endpointId", endpointId),
  ...defined("type", type),
  ...defined("shipmentId", shipmentId),
  ...(status !== undefined && Object.hasOwn(statusFilter, status) ? { status } : {}),
  ...(hours !== undefined && Object.hasOwn(texts.windows, hours) ? { hours } : {})
})
