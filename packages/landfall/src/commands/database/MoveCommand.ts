import { formatCount } from "@landfall/core/listing/Count"
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { DatabaseUrl } from "../../settings/DatabaseLocation.ts"
import { readSettings } from "../../settings/Settings.ts"
import { jsonFlag, printJson } from "../../terminal/JsonOutput.ts"
import { endProgress } from "../../terminal/Progress.ts"
import { moveDatabase } from "../../transfer/MoveDatabase.ts"
import { printDigests } from "../../transfer/TransferReport.ts"

export const moveCommand = Command.make(
  "move",
  {
    to: Flag.String("to").pipe(
      Flag.withSchema(DatabaseUrl),
      Flag.withDescription("The empty database to move to: postgres://USER:PASSWORD@HOST:PORT/DATABASE or sqlite:PATH")
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ to, json }) {
    const settings = yield* readSettings
    const moved = yield* Effect.ensuring(moveDatabase(settings, to), endProgress)
    const keyFile = Option.getOrNull(moved.keyFile)
    if (json) return yield* printJson({ ...moved, keyFile })
    if (moved.resumedRows > 0) {
      yield* Console.log(`An interrupted move was continued after ${formatCount(moved.resumedRows, "row")}.`)
    }
    yield* Console.log(`${moved.from} is copied to ${moved.to}; every table has the same rows in both:`)
    yield* printDigests(moved.tables)
    yield* Console.log(
      keyFile === null
        ? "Give every server and worker the same LANDFALL_SECRETS_KEY as before."
        : `The key that decrypts signing secrets is in ${keyFile}: run servers and workers in this folder, or set LANDFALL_SECRETS_KEY to its content.`
    )
    yield* Console.log(
      `Now set LANDFALL_DATABASE_URL to the new database and start the server. ${moved.from} was not changed: do not start a server on it again, which would send alerts twice; delete it when the new one works.`
    )
  })
)
