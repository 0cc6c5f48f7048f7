import { createHmac } from "node:crypto"
import { assert } from "vitest"
import type { ReceivedRequest } from "./Server.ts"

/** Verifies a request as the documentation of Standard Webhooks says. */
export const assertSigned = ({ headers, body }: ReceivedRequest, secret: string) => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const signature = `v1,${createHmac("sha256", key).update(content).digest("base64")}`
  assert.include(String(headers["webhook-signature"]).split(" "), signature)
}
