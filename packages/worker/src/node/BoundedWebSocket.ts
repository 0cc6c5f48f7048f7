import { Layer } from "effect"
import { Socket } from "effect/socket"
import { Agent, WebSocket } from "undici"

/**
 * Makes WebSockets whose messages have at most `maxMessageBytes`, decompressed and in all their frames. A larger one is
 * not buffered: the socket fails with the reason, and its connection is closed with the code 1009.
 */
export const layer = (maxMessageBytes: number): Layer.Layer<Socket.WebSocketConstructor> =>
  Layer.sync(Socket.WebSocketConstructor, () => {
    const dispatcher = new Agent({ webSocket: { maxPayloadSize: maxMessageBytes } })
    return (url, options) => {
      const { protocols = [], headers = {} } =
        typeof options === "string" || Array.isArray(options) ? { protocols: options } : (options ?? {})
      return new WebSocket(url, { headers, protocols, dispatcher })
    }
  })
