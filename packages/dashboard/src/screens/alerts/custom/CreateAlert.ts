import { client } from "../../../client/Client.ts"
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

const PART_LINES = 500

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

/** Registers shipments on an endpoint, part by part. A repetition registers nothing twice. */
export const registerLines = async (
  endpointId: string,
  lines: ReadonlyArray<TrackLine>,
  onProgress: (done: number) => void
): Promise<RegistrationResult> => {
  const rejected: Array<RejectedLine> = []
  for (let start = 0; start < lines.length; start += PART_LINES) {
    const shipments = lines.slice(start, start + PART_LINES)
    const { results } = await client.shipments.easyShipment({ payload: { [endpointId]: { shipments } }, headers: {} })
    for (const { number, status, reason } of results) {
      if (status === "rejected") rejected.push({ number, reason: reason ?? "" })
    }
    onProgress(start + shipments.length)
  }
  return { count: lines.length - rejected.length, rejected }
}
