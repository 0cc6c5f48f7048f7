/** The header that carries the id of a request, from the caller and in the response. */
export const REQUEST_ID_HEADER = "x-request-id"
