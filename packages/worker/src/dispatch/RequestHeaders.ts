import { type CustomHeaders, hideValues } from "@landfall/core/alerts/sending/CustomHeaders"

/** The maximum number of characters of the names of custom headers that are stored with an attempt. */
export const MAX_STORED_NAME_LENGTH = 512

const isEmpty = (headers: CustomHeaders): boolean => {
  for (const _ in headers) return false
  return true
}

/** The names that are stored: as many as fit, in their order. */
const storedNames = (custom: CustomHeaders): ReadonlyArray<string> => {
  let length = 0
  return Object.keys(custom).filter((name) => {
    if (length + name.length > MAX_STORED_NAME_LENGTH) return false
    length += name.length
    return true
  })
}

/**
 * The request headers that are stored with an attempt: those of Landfall, and the names of the custom ones, whose values are
 * often credentials.
 */
export const storedRequestHeaders = (custom: CustomHeaders, standard: CustomHeaders): CustomHeaders =>
  isEmpty(custom) ? standard : { ...hideValues(storedNames(custom)), ...standard }
