import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { ENTITY_TAG_NOTE, EntityTags } from "../conventions/EntityTags.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

const ReferenceKinds = Schema.Struct({
  container: Schema.Boolean.annotateKey({ description: "By container number." }),
  booking: Schema.Boolean.annotateKey({ description: "By booking number." }),
  billOfLading: Schema.Boolean.annotateKey({ description: "By number of the bill of lading." })
})

/** A carrier: its SCAC, its name, and how it can be tracked. */
export const SealineView = Schema.Struct({
  scac: Schema.String.annotateKey({ description: "The SCAC of the carrier." }),
  name: Schema.String.annotateKey({ description: "The name of the carrier." }),
  supports: ReferenceKinds.annotateKey({ description: "The kinds of references by which the carrier can be polled." }),
  covered: ReferenceKinds.annotateKey({
    description: "The kinds of references by which a source of this installation can poll the carrier."
  })
}).annotate({ identifier: "Sealine" })

/** Carriers that the service knows. */
export class SealinesApi extends HttpApiGroup.make("sealines")
  .add(
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/sealines`, {
      success: Schema.Struct({
        data: Schema.Array(SealineView).annotateKey({ description: "The carriers." })
      }).annotate({ identifier: "SealineList" })
    })
      .annotate(OpenApi.Summary, "List the carriers")
      .annotate(
        OpenApi.Description,
        `Returns every known carrier with its SCAC and name, the references that the carrier supports, and those that a source of this installation covers. For carriers without a source, send events with \`POST /tracking/events\`. ${ENTITY_TAG_NOTE}`
      )
  )
  .middleware(EntityTags)
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Known carriers, by SCAC and name.") {}
