import { createEndpoints, describeStatuses, EAGER_RETRIES, floodExamples } from "../Attacker.ts"
import type { AttackSpan } from "../AttackSpan.ts"
import { startNameServer } from "../NameServer.ts"
import type { AttackCase } from "../Stage.ts"

const ENDPOINTS = 8

export const silentNameServers: AttackCase = {
  name: "silent-name-servers",
  title: "8 endpoints whose name server never responds, with as many retries as allowed",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const names = await startNameServer((name) =>
      name.endsWith(".silent.test") ? "silent" : { address: "127.0.0.1", ttlSeconds: 60 }
    )
    stage.defer(names.close)
    const service = await stage.startService({ settings: { LANDFALL_DNS_SERVERS: names.address } })
    const attacker = await service.newAccount("Attacker")
    const urls = Array.from({ length: stage.size(ENDPOINTS, 1) }, (_, n) => `http://host${n}.silent.test:8080/`)
    const created: Array<string> = []
    // A name that cannot be looked up may be rejected immediately; the attack then uses names that resolve once.
    for (const url of urls) {
      try {
        created.push(...(await createEndpoints(attacker, [url], EAGER_RETRIES)))
      } catch (error) {
        stage.note(`An endpoint was rejected: ${error instanceof Error ? error.message : String(error)}`)
        break
      }
    }
    const attack = async (span: AttackSpan) => {
      stage.note(`Examples: ${describeStatuses(await floodExamples(attacker, created, span))}.`)
    }
    await stage.beside(service, attack, { host: "receiver.healthy.test" })
    const silent = [...names.queries].filter(([name]) => name.endsWith(".silent.test"))
    stage.note(`${silent.reduce((sum, [, count]) => sum + count, 0)} queries for ${silent.length} silent names.`)
    stage.expect(silent.length > 0, "The service never looked up a silent name: the case did not attack.")
  }
}
