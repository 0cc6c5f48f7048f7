import { createHmac } from "node:crypto"
import { Pool } from "undici"

/** What is posted, and how. */
export interface BaselineLoad {
  readonly url: string
  readonly body: string
  /** The bytes of the signing secret. */
  readonly key: Uint8Array
  readonly connections: number
  /** The seconds since the epoch that are signed. */
  readonly nowSeconds: () => number
}

/** A pool that signs and posts and does nothing else: what a delivery worker is measured against. */
export interface UndiciBaseline {
  /** Signs and posts one message, and reads the answer to its end. */
  readonly post: (id: string) => Promise<void>
  readonly close: () => Promise<void>
}

export const makeUndiciBaseline = ({ url, body, key, connections, nowSeconds }: BaselineLoad): UndiciBaseline => {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections })
  return {
    post: async (id) => {
      const timestamp = String(nowSeconds())
      const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")
      const answer = await pool.request({
        path: pathname,
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "bare",
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": `v1,${signature}`
        },
        body
      })
      await answer.body.dump()
    },
    close: () => pool.close()
  }
}

/** Posts messages 0 to `count` − 1, as many at once as there are connections. */
export const postAll = async (bare: UndiciBaseline, count: number, connections: number): Promise<void> => {
  let next = 0
  const lane = async () => {
    while (next < count) await bare.post(`msg_${next++}`)
  }
  await Promise.all(Array.from({ length: connections }, lane))
}
