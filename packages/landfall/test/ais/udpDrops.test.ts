import { createSocket } from "node:dgram"
import { existsSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { droppedDatagrams, readDroppedDatagrams } from "../../src/ais/UdpDrops.ts"

const TABLE = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  512: 0100007F:277F 00000000:0000 07 00000000:00034B00 00:00000000 00000000  1000        0 41827 2 0000000000000000 1234
  513: 00000000:277F 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 41828 2 0000000000000000 6
  514: 00000000:0035 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 41829 2 0000000000000000 99
`

describe("datagrams that the kernel drops", () => {
  it("are those of the sockets of a port", () => {
    assert.strictEqual(droppedDatagrams(TABLE, 0x277f), 1240)
    assert.strictEqual(droppedDatagrams(TABLE, 53), 99)
    assert.strictEqual(droppedDatagrams(TABLE, 80), 0)
    assert.strictEqual(droppedDatagrams("", 80), 0)
  })

  it.effect("are counted on a socket that is not read", (context) =>
    Effect.gen(function* () {
      if (!existsSync("/proc/net/udp")) return context.skip("This system has no table of sockets in /proc.")
      const receiver = createSocket({ type: "udp4", recvBufferSize: 4096 })
      const sender = createSocket("udp4")
      const port = yield* Effect.callback<number>((resume) => {
        receiver.bind(0, "127.0.0.1", () => resume(Effect.succeed(receiver.address().port)))
      })
      // The receiver reads nothing while this loop runs: the datagrams are sent without a turn of the event loop.
      const send = Effect.callback<void>((resume) => {
        let remaining = 2000
        const sent = () => --remaining === 0 && resume(Effect.void)
        for (let count = remaining; count > 0; count--) sender.send(Buffer.alloc(1000), port, "127.0.0.1", sent)
      })
      yield* send
      assert.isAbove(yield* readDroppedDatagrams(port), 0)
      sender.close()
      receiver.close()
    })
  )
})
