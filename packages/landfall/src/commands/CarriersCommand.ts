import type { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import type { SourceQuery } from "@landfall/core/tracking/carriers/TrackingSource"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { ScacFromInput } from "@landfall/core/tracking/references/Sealine"
import { parseShipmentReference, referenceTypeOf } from "@landfall/core/tracking/references/ShipmentReference"
import { checkCarrier, unknownNumberQuery } from "@landfall/feeds/dcsa/carriers/CarrierCheck"
import { secretsOf } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import * as SqlPollQueue from "@landfall/storage/tracking/polling/SqlPollQueue"
import { TrackingRows } from "@landfall/storage/tracking/shipments/TrackingRows"
import { Clock, Console, Effect, Layer, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { FetchHttpClient } from "effect/http"
import { readCarrierProfiles, readConfiguredCarrier } from "../settings/CarriersFile.ts"
import { withStoresOrEmpty } from "../settings/Database.ts"
import { loggingLayer } from "../settings/Logging.ts"
import { secretsIn } from "../settings/SettingSecrets.ts"
import { readSettings } from "../settings/Settings.ts"
import { makeSecretMask } from "../telemetry/SecretMask.ts"
import {
  carrierLines,
  checkLines,
  isFailingCarrier,
  isWorking,
  type ListedCarrier,
  MAX_DUE_SHOWN,
  toCarrierJson,
  toCheckJson
} from "../terminal/CarrierReport.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"

/** A carrier that does not work as a check expects; the reason has been printed before. */
export class CarrierCheckFailed extends Schema.TaggedError<CarrierCheckFailed>()("CarrierCheckFailed", {
  message: Schema.String
}) {}

const list = Command.make(
  "list",
  { json: jsonFlag },
  Effect.fnUntraced(
    function* ({ json }) {
      const profiles = yield* readCarrierProfiles(yield* readSettings)
      const statuses = yield* (yield* PollQueue).carriers(MAX_DUE_SHOWN)
      const carriers = profiles.map(
        (profile): ListedCarrier => ({ profile, status: statuses.find(({ scac }) => scac === profile.scac) })
      )
      if (json) return yield* printJson(carriers.map(toCarrierJson))
      if (carriers.length === 0) {
        return yield* Console.log(
          "No carrier is configured: set LANDFALL_CARRIERS to the path of a carriers file (docs/carriers.md)."
        )
      }
      const now = yield* Clock.currentTimeMillis
      for (const carrier of carriers) {
        for (const line of carrierLines(carrier, now)) yield* Console.log(line)
      }
      const failing = carriers.filter(isFailingCarrier).map(({ profile }) => profile.scac)
      for (const scac of failing)
        yield* Console.log(`To see the responses of ${scac}, run: landfall carriers check ${scac}`)
    },
    withStoresOrEmpty(Layer.provide(SqlPollQueue.layer, TrackingRows.layer))
  )
).pipe(
  Command.withDescription(
    "List the configured carriers: what each covers, its last poll and failures, and how much of its allowance is used"
  )
)

/** The reference types that a number without type may have. */
const DOCUMENT_TYPES: ReadonlyArray<ReferenceType> = ["BK", "BL"]

/** The query for a number that the operator gives, by its type or by the first type that it may have. */
const queryFor = (profile: CarrierProfile, number: string, type: Option.Option<ReferenceType>) =>
  Effect.map(
    Effect.fromResult(parseShipmentReference({ number, type: Option.getOrUndefined(type), sealine: profile.scac })),
    (reference): SourceQuery => {
      const possible = Option.match(referenceTypeOf(reference), {
        onNone: () => DOCUMENT_TYPES,
        onSome: (kind) => [kind]
      })
      const kind = possible.find((candidate) => profile.kinds.includes(candidate)) ?? possible[0] ?? "CT"
      return { scac: profile.scac, number: reference.number, kind }
    }
  )

const check = Command.make(
  "check",
  {
    scac: Argument.String("scac").pipe(
      Argument.withSchema(ScacFromInput),
      Argument.withDescription("SCAC of a carrier in the carriers file, such as MAEU")
    ),
    number: Flag.optional(
      Flag.String("number").pipe(
        Flag.withDescription(
          "Container, booking or bill of lading to poll for; without it, a number that no carrier knows"
        )
      )
    ),
    type: Flag.optional(
      Flag.Literals("type", ReferenceType.literals).pipe(
        Flag.withDescription("Kind of the number: CT container, BK booking, BL bill of lading")
      )
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ scac, number, type, json }) {
    const settings = yield* readSettings
    const carrier = yield* readConfiguredCarrier(settings, scac)
    const { profile } = carrier
    const query = Option.isSome(number)
      ? yield* queryFor(profile, number.value, type)
      : unknownNumberQuery(carrier, Option.getOrUndefined(type))
    const checked = yield* checkCarrier(carrier, query).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provide(loggingLayer(settings, makeSecretMask([...secretsIn(settings), ...secretsOf(carrier)])))
    )
    if (json) yield* printJson(toCheckJson(checked, profile))
    else for (const line of checkLines(checked, profile)) yield* Console.log(line)
    if (!isWorking(checked)) {
      return yield* new CarrierCheckFailed({ message: `The check of ${scac} failed; the reason is printed above.` })
    }
  })
).pipe(
  Command.withDescription(
    "Poll a carrier once and print each request with its status, time and decoded events, what is wrong and what to change; fails unless the carrier responds and its events can be read"
  )
)

export const carriersCommand = Command.make("carriers").pipe(Command.withSubcommands([list, check]))
