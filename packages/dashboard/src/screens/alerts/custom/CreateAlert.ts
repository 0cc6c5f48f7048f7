import { client } from "../../../client/Client.ts"
import { RequestFailed } from "../../../client/RequestFailed.ts"
import type { Pair } from "../../../components/form/Pair.ts"
import { DEFAULT_EVENTS, urlOf } from "../SetupQueries.ts"
import type { ChosenShipment, Draft } from "./Draft.ts"
import type { TrackLine } from "./Lines.ts"

const recordOf = (pairs: ReadonlyArray<Pair>): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]))

/** The endpoint that a draft describes. */
const payloadOf = (draft: Draft) => ({
  url: urlOf(draft.destination),
  filterTypes: [...draft.events],
  dateChangeThresholdHours: Number(draft.thresholdHours),
  description: draft.description.trim() === "" ? null : draft.description.trim(),
  metadata: recordOf(draft.metadata),
  headers: recordOf(draft.headers),
  rateLimit: draft.rateLimit === "" ? null : Number(draft.rateLimit),
  ...(draft.secretMode === "new" ? {} : { secret: draft.secret.trim() })
})

/** Creates the endpoint of a draft; one that an earlier attempt has created is changed to the draft as it is now. */
const storeEndpoint = async (draft: Draft): Promise<string> => {
  const payload = payloadOf(draft)
  const { id } =
    draft.endpointId === null
      ? await client.endpoints.create({ headers: { "idempotency-key": draft.idempotencyKey }, payload })
      : await client.endpoints.change({ params: { id: draft.endpointId }, payload })
  return id
}

/** The ids of the created objects. */
export interface CreatedAlert {
  readonly endpoint: string
  readonly message: string
  /** The task that enrols every tracked shipment. */
  readonly task?: string
}

/**
 * Creates the endpoint, begins to enrol every shipment where that was chosen, and sends a sample. `onStored` is called with
 * the endpoint before the rest begins, so that a repetition creates no second one.
 */
export const createAlert = async (draft: Draft, onStored: (endpointId: string) => void): Promise<CreatedAlert> => {
  const id = await storeEndpoint(draft)
  onStored(id)
  const params = { id }
  if (draft.shipments === "chosen" && draft.future) {
    await client.endpoints.change({ params, payload: { enrolFuture: true } })
  }
  const task =
    draft.shipments === "all" ? await client.tasks.enrolAll({ params, payload: { future: draft.future } }) : undefined
  const [eventType = DEFAULT_EVENTS[0] ?? "container.discharge.at.final.pod"] = draft.events
  const sample = await client.endpoints.sendExample({ params, payload: { eventType } })
  return { endpoint: id, message: sample.id, ...(task === undefined ? {} : { task: task.id }) }
}

/** The number of lines of the first request. */
const PART_LINES = 500

/** The code of a request with more lines than its limit, which counts those of endpoints that register every new shipment too. */
const TOO_MANY_LINES = 41301

/** A line that the server rejected. */
export interface RejectedLine {
  readonly number: string
  readonly reason: string
}

export interface RegistrationResult {
  readonly count: number
  readonly rejected: ReadonlyArray<RejectedLine>
}

/** A shipment that is tracked, as a line. */
export const lineOf = ({ number, sealine, type }: ChosenShipment): TrackLine => ({
  number,
  ...(sealine === null ? {} : { sealine }),
  ...(type === null ? {} : { type })
})

/** Registers shipments on an endpoint, part by part, in smaller parts where the limit asks for it. A repetition registers nothing twice. */
export const registerLines = async (
  endpointId: string,
  lines: ReadonlyArray<TrackLine>,
  onProgress: (done: number) => void
): Promise<RegistrationResult> => {
  const rejected: Array<RejectedLine> = []
  let size = PART_LINES
  for (let start = 0; start < lines.length; ) {
    const shipments = lines.slice(start, start + size)
    const results = await registerPart(endpointId, shipments)
    if (results === undefined) {
      size = Math.ceil(size / 2)
      continue
    }
    for (const { number, status, reason } of results) {
      if (status === "rejected") rejected.push({ number, reason: reason ?? "" })
    }
    start += shipments.length
    onProgress(start)
  }
  return { count: lines.length - rejected.length, rejected }
}

/** The results of the lines of one request; undefined where they are too many for it. */
const registerPart = async (endpointId: string, shipments: ReadonlyArray<TrackLine>) => {
  try {
    const { results } = await client.shipments.easyShipment({ payload: { [endpointId]: { shipments } }, headers: {} })
    return results
  } catch (error) {
    if (shipments.length > 1 && error instanceof RequestFailed && error.errorCode === TOO_MANY_LINES) return undefined
    throw error
  }
}
