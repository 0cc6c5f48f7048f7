/** Examples of one operation: the body of a request, and the body of each successful response. */
export interface OperationExample {
  readonly request?: unknown
  readonly responses?: Readonly<Record<number, unknown>>
}

/** Examples by the id of the operation, such as `endpoints.create`. */
export type OperationExamples = Readonly<Record<string, OperationExample>>

/** A page that holds all rows of its list. */
export const pageOf = (...data: ReadonlyArray<unknown>) => ({
  data,
  iterator: "YTphcHBfMDFNODFQSjY0WkYxQkVFUVlWOVhTN1dBNlA",
  prevIterator: null,
  done: true
})

export const APPLICATION_ID = "app_01M81PJ64ZF1BEEQYV9XS7WA6P"
export const ENDPOINT_ID = "ep_01M81PJ67BN23JX53CR1NGDWYB"
export const MESSAGE_ID = "msg_01M81PJ70RMMXBM8MVCM0F2FHB"
export const SHIPMENT_ID = "shp_01M81PJ6X40F4C0YBK0P1YFG1P"
