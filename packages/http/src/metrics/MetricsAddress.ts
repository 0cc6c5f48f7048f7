/** The address at which `/metrics` is served: none, on the address of the server, or on a separate address. */
export type MetricsAddress =
  | { readonly _tag: "Off" }
  | { readonly _tag: "OnServer" }
  /** `port` 0: any free port. */
  | { readonly _tag: "OnAddress"; readonly host: string; readonly port: number }

/** Metrics are not served. */
export const METRICS_OFF: MetricsAddress = { _tag: "Off" }
