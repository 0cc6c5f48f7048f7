import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { AttackCase } from "../Stage.ts"

const SILENT_MILLIS = 20_000
const NOTICE_MILLIS = 15_000
const RECOVERY_MILLIS = 60_000

/** A relay of TCP connections that can go silent: connections stay open, and no byte passes. */
const startTcpRelay = async (host: string, port: number) => {
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer((client) => {
    const target = connect({ host, port })
    for (const [from, to] of [
      [client, target],
      [target, client]
    ] as const) {
      sockets.add(from)
      from.on("data", (chunk) => {
        if (!silent) to.write(chunk)
      })
      from.on("error", () => to.destroy())
      from.on("close", () => {
        sockets.delete(from)
        if (!silent) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    setSilent: (value: boolean) => {
      silent = value
      // Bytes were lost: the connections cannot continue.
      if (!value) for (const socket of sockets) socket.destroy()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  }
}

const statusOf = async (url: string) => {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })
  await response.arrayBuffer()
  return response.status
}

/** The milliseconds until `/readyz` has a status; undefined when it does not within the limit. */
const timeUntil = async (url: string, status: number, limitMillis: number) => {
  const startedAt = performance.now()
  while (performance.now() - startedAt < limitMillis) {
    if ((await statusOf(url).catch(() => 0)) === status) return Math.round(performance.now() - startedAt)
    await sleep(200)
  }
  return undefined
}

export const silentConnections: AttackCase = {
  name: "silent-connections",
  title: "a network between a server and Postgres that goes silent for good",
  stores: ["postgres"],
  run: async (stage) => {
    const database = new URL(stage.databaseUrl ?? "")
    const relay = await startTcpRelay(database.hostname, Number(database.port))
    stage.defer(relay.close)
    const service = await stage.startService()
    const through = new URL(database)
    through.port = String(relay.port)
    const cut = await service.startMember(["serve"], { LANDFALL_DATABASE_URL: through.href })
    const cutUrl = cut.url ?? ""
    await stage.beside(
      service,
      async () => {
        relay.setSilent(true)
        const [noticed] = await Promise.all([timeUntil(cutUrl, 503, NOTICE_MILLIS), sleep(SILENT_MILLIS)])
        stage.expect(
          noticed !== undefined,
          `The server behind the silent network is ready after ${NOTICE_MILLIS / 1000} s.`
        )
        if (noticed !== undefined) stage.note(`The server behind it is not ready after ${noticed} ms.`)
        relay.setSilent(false)
      },
      { measured: service.members.slice(0, 1) }
    )
    const recovered = await timeUntil(cutUrl, 200, RECOVERY_MILLIS)
    stage.expect(recovered !== undefined, "The server behind the network does not become ready again.")
  }
}
