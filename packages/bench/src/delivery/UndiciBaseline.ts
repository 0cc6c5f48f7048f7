import { createHmac } from "node:crypto"
import { Pool } from "undici"

/** The load of the baseline. */
export interface BaselineLoad {
  readonly url: string
  readonly body: string
  /** The bytes of the signing secret. */
  readonly key: Uint8Array
  readonly connections: number
  /** The signed timestamp, in seconds since the epoch. */
  readonly nowSeconds: () => number
}

/** A connection pool that signs and posts messages: the baseline of a delivery worker. */
export interface UndiciBaseline {
  /** Signs and posts one message, and reads the whole response. */
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
      const response = await pool.request({
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
      await response.body.dump()
    },
    close: () => pool.close()
  }
}

/** Posts messages 0 to `count` − 1, with one message at a time on each connection. */
export const postAll = async (bare: UndiciBaseline, count: number, connections: number): Promise<void> => {
  let next = 0
  const postNext = async () => {
    while (next < count) await bare.post(`msg_${next++}`)
  }
  await Promise.all(Array.from({ length: connections }, postNext))
}
