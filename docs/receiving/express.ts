import { verifyWebhook, WebhookRejected } from "@landfall/api/webhooks/VerifyWebhook"
import express from "express"

/** A receiver on Express. `onDischarge` stands for what your program does with an alert. */
export const makeApp = (secret: string, onDischarge: (container: string | null, port: string) => Promise<void>) => {
  const app = express()
  const received = new Set<string>() // In production: a table with a unique index.

  // express.raw keeps the bytes of the body: express.json would change what was signed.
  app.post("/landfall", express.raw({ type: () => true, limit: "1mb" }), async (request, response) => {
    try {
      const { id, event } = await verifyWebhook({ headers: request.headers, body: request.body }, secret)
      if (!received.has(id)) {
        if (event.type === "container.discharge.at.final.pod") {
          await onDischarge(event.data.container, event.data.location.unlocode)
        }
        received.add(id)
      }
      response.sendStatus(204)
    } catch (error) {
      if (!(error instanceof WebhookRejected)) throw error // Express responds with 500, and the alert comes again.
      response.status(400).send(error.message)
    }
  })
  return app
}
