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

/** Filters without a status or a time that no choice offers, which the list could neither show nor apply. */
export const knownFilters = ({ status, hours, ...others }: LogFilters): LogFilters => ({
  ...others,
  ...(status !== undefined && Object.hasOwn(statusFilter, status) ? { status } : {}),
  ...(hours !== undefined && Object.hasOwn(texts.windows, hours) ? { hours } : {})
})
