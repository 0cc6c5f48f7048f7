import { Retention } from "@landfall/core/alerts/operations/Retention"
import { formatCount } from "@landfall/core/listing/Count"
import * as SqlRetention from "@landfall/storage/retention/SqlRetention"
import { Console, DateTime, Effect } from "effect"
import { Command } from "effect/cli"
import { withExistingStores } from "../../settings/Database.ts"
import { readSettings } from "../../settings/Settings.ts"
import { jsonFlag } from "../../terminal/JsonOutput.ts"

const trustClock = Command.make(
  "trust-clock",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const { retentionDays } = yield* readSettings
    const now = yield* (yield* Retention).trustClock
    const expiry = DateTime.subtract(now, { days: retentionDays })
    const [clock, expires] = [DateTime.formatIso(now), DateTime.formatIso(expiry)]
    yield* Console.log(
      json
        ? JSON.stringify({ trustedAt: clock, expiresBefore: expires })
        : `The clock shows ${clock} and is trusted. The next pass, within an hour, prunes messages older than ${formatCount(retentionDays, "day")}, from before ${expires}.`
    )
  }, withExistingStores(SqlRetention.layer))
).pipe(
  Command.withDescription(
    "Trust the current time of the clock of Postgres, or with SQLite of this machine, and prune by it; check the clock first"
  )
)

export const retentionCommand = Command.make("retention").pipe(Command.withSubcommands([trustClock]))
