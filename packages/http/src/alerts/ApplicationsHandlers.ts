import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { Application } from "@landfall/core/alerts/endpoints/Application"
import { Applications } from "@landfall/core/alerts/endpoints/Applications"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failing } from "../DomainFailures.ts"
import { pageRequest, showPage } from "../Listing.ts"

const show = ({ id, name, createdAt, updatedAt }: Application) => ({ id, name, createdAt, updatedAt })

export const applicationsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "applications",
  Effect.fnUntraced(function* (handlers) {
    const applications = yield* Applications

    const create = Effect.fnUntraced(function* (name: string) {
      const account = yield* CurrentAccount
      return show(yield* applications.create(account.id, name))
    }, failing)

    return handlers.handleAll({
      create: ({ payload }) => create(payload.name),
      createAtRoot: ({ payload }) => create(payload.name),
      list: Effect.fnUntraced(function* ({ query }) {
        const account = yield* CurrentAccount
        const page = yield* applications.list(account.id, yield* pageRequest(query, "app_"))
        return showPage(page, show)
      }, failing)
    })
  })
)
