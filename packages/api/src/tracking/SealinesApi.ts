import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

const ReferenceKinds = Schema.Struct({
  container: Schema.Boolean,
  booking: Schema.Boolean,
  billOfLading: Schema.Boolean
})

export const SealineView = Schema.Struct({
  scac: Schema.String,
  name: Schema.String,
  /** What the carrier itself can be asked for. */
  answers: ReferenceKinds,
  /** What a source of this installation can be asked for. */
  covered: ReferenceKinds
}).annotate({ identifier: "Sealine" })

/** The carriers known. */
export class SealinesApi extends HttpApiGroup.make("sealines")
  .add(
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/sealines`, {
      success: Schema.Struct({ data: Schema.Array(SealineView) }).annotate({ identifier: "SealineList" })
    })
      .annotate(OpenApi.Summary, "List the carriers")
      .annotate(
        OpenApi.Description,
        "Every carrier known, by SCAC and name: what it answers for, and what a source of this installation covers. Where nothing is covered, events come by `POST /tracking/events`."
      )
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "The carriers known, by SCAC and name.") {}
