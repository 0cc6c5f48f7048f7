/** The state that a server of Postgres reported. */
export interface ServerState {
  /** False for a standby, and for a server whose transactions are read-only by default. */
  readonly writable: boolean
  /** The number of its timeline: each promotion of a standby begins the next one. 0 for a server that is not writable. */
  readonly timeline: number
}

/** The server that transactions go to, and the newest timeline that was seen on any. */
export interface PrimaryChoice {
  /** The index of the server in the list; undefined before one was found. */
  readonly server: number | undefined
  readonly timeline: number
}

/** The choice before the first report. */
export const NO_PRIMARY: PrimaryChoice = { server: undefined, timeline: 0 }

/**
 * Chooses among servers by their reports (undefined: no report in time) the writable one on the newest timeline. A server
 * on an older timeline than one that was seen is a primary that others have replaced, and is not chosen although it accepts
 * writes. The choice stays as long as its server qualifies, and while none does.
 */
export const choosePrimary = (
  { server: current, timeline: known }: PrimaryChoice,
  reports: ReadonlyArray<ServerState | undefined>
): PrimaryChoice => {
  const timeline = reports.reduce((newest, report) => Math.max(newest, report?.timeline ?? 0), known)
  const qualifies = (report: ServerState | undefined) => report?.writable === true && report.timeline === timeline
  if (current !== undefined && qualifies(reports[current])) return { server: current, timeline }
  const qualified = reports.findIndex(qualifies)
  return { server: qualified === -1 ? current : qualified, timeline }
}
