import { verifyWebhook, WebhookRejected } from "@landfall/api/webhooks/VerifyWebhook"
import { Hono } from "hono"

/** A receiver on Hono, for Node, Deno, Bun and edge runtimes. `onDischarge` stands for what your program does. */
export const makeApp = (secret: string, onDischarge: (container: string | null, port: string) => Promise<void>) => {
  const app = new Hono()
  const received = new Set<string>() // In production: a table with a unique index.

  app.post("/landfall", async (context) => {
    try {
      const { id, event } = await verifyWebhook(context.req.raw, secret)
      if (!received.has(id)) {
        if (event.type === "container.discharge.at.final.pod") {
          await onDischarge(event.data.container, event.data.location.unlocode)
        }
        received.add(id)
      }
      return context.body(null, 204)
    } catch (error) {
      if (!(error instanceof WebhookRejected)) throw error // Hono responds with 500, and the alert comes again.
      return context.text(error.message, 400)
    }
  })
  return app
}
