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
  scac: Schema.String.annotateKey({ description: "The SCAC of the carrier." }),
  name: Schema.String.annotateKey({ description: "The name of the carrier." }),
  answers: ReferenceKinds.annotateKey({ description: "The kinds of references by which the carrier can be polled." }),
  covered: ReferenceKinds.annotateKey({
    description: "The kinds of references by which a source of this installation can poll the carrier."
  })
}).annotate({ identifier: "Sealine" })

/** Carriers that the service knows. */
export class SealinesApi extends HttpApiGroup.make("sealines")
  .add(
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/sealines`, {
      success: Schema.Struct({ data: Schema.Array(SealineView) }).annotate({ identifier: "SealineList" })
    })
      .annotate(OpenApi.Summary, "List the carriers")
      .annotate(
        OpenApi.Description,
        "Returns every known carrier with its SCAC and name, the references that the carrier supports, and those that a source of this installation covers. For carriers without a source, send events with `POST /tracking/events`."
      )
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Known carriers, by SCAC and name.") {}
