import { verifyWebhook, WebhookRejected } from "@landfall/api/webhooks/VerifyWebhook"

const received = new Set<string>() // In production: a table with a unique index.

/** `app/landfall/route.ts` of a Next.js application. Set LANDFALL_SECRET in its environment. */
export const POST = async (request: Request): Promise<Response> => {
  try {
    const { id, event } = await verifyWebhook(request, process.env.LANDFALL_SECRET ?? "")
    if (received.has(id)) return new Response(null, { status: 204 })
    switch (event.type) {
      case "container.discharge.at.final.pod":
        console.log(`${id}: ${event.data.container} was discharged at ${event.data.location.unlocode}`)
        break
      case "date.changed.vessel.arrival.at.final.pod":
        console.log(`${id}: the vessel arrives ${Math.abs(event.data.hours)} hours ${event.data.direction}`)
        break
      default: // Also types that a newer Landfall adds.
        console.log(`${id}: ${event.type}`)
    }
    received.add(id)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof WebhookRejected)) throw error // Next.js responds with 500, and the alert comes again.
    return new Response(error.message, { status: 400 })
  }
}
