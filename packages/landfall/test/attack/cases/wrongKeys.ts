import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { describeStatuses, floodExamples, openAttack } from "../Attacker.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const KEYS = 42_250
/** Ten a second, and a hundred in one burst, are not rejected. */
const SHORT_KEYS = 500
/** Ten a second and a hundred in one burst for one key, for a minute. */
const MAX_EXAMPLES = 700

export const wrongKeys: AttackCase = {
  name: "wrong-keys",
  title: "42,250 wrong keys and a flood of examples",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker, ids } = await openAttack(stage, { endpoints: 8 })
    const requests = [
      { method: "GET", path: `${ALERTS_PREFIX}/endpoint`, headers: { "api-key": "a-wrong-key-0123456789-{n}" } }
    ]
    await stage.beside(service, async (span) => {
      const [guesses, examples] = await Promise.all([
        runTraffic(
          { _tag: "Flood", url: service.url, requests, concurrency: 32, count: stage.size(KEYS, SHORT_KEYS) },
          span
        ),
        floodExamples(attacker, ids, span)
      ])
      stage.note(`Wrong keys: ${describeStatuses(guesses.responses)}. Examples: ${describeStatuses(examples)}.`)
      stage.expect((guesses.responses["429"] ?? 0) > 0, "No wrong key was rejected with 429.")
      stage.expect((guesses.responses["200"] ?? 0) === 0, "A wrong key was accepted.")
      const accepted = examples["202"] ?? 0
      stage.expect(accepted <= MAX_EXAMPLES, `${accepted} examples were accepted; the rate allows ${MAX_EXAMPLES}.`)
    })
  }
}
