import { verifyWebhook, WebhookRejected } from "@landfall/api/webhooks/VerifyWebhook"

/** When a container arrives, or arrived, at its port of discharge. */
export interface Arrival {
  readonly port: string
  readonly date: string
  readonly arrived: boolean
}

/** A receiver that keeps a board of arrivals. `now` is the time in milliseconds; tests pass the time of their clock. */
export const makeArrivalBoard = (secret: string, now: () => number = Date.now) => {
  const arrivals = new Map<string, Arrival>()
  const received = new Set<string>()
  let broken = false

  const handler = async (request: Request): Promise<Response> => {
    if (broken) return new Response("the database is down", { status: 503 })
    try {
      const { event, id } = await verifyWebhook(request, secret, now())
      if (received.has(id)) return new Response(null, { status: 204 })
      switch (event.type) {
        case "date.changed.vessel.arrival.at.final.pod":
        case "vessel.arrival.at.final.pod": {
          const { container, date, location } = event.data
          const arrived = event.type === "vessel.arrival.at.final.pod"
          if (container !== null) arrivals.set(container, { port: location.unlocode, date, arrived })
        }
      }
      received.add(id)
      return new Response(null, { status: 204 })
    } catch (error) {
      if (!(error instanceof WebhookRejected)) throw error
      return new Response(error.message, { status: 400 })
    }
  }
  return {
    handler,
    arrivals,
    breakDown: () => {
      broken = true
    },
    repair: () => {
      broken = false
    }
  }
}
