import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { type Application, ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { Applications } from "@landfall/core/alerts/endpoints/Applications"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"

const toApplicationView = ({ id, name, createdAt, updatedAt }: Application) => ({ id, name, createdAt, updatedAt })

export const applicationsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "applications",
  Effect.fnUntraced(function* (handlers) {
    const applications = yield* Applications
    const store = yield* ApplicationStore

    const create = Effect.fnUntraced(function* (name: string) {
      const account = yield* CurrentAccount
      return toApplicationView(yield* applications.create(account.id, name))
    }, mapDomainErrors)

    return handlers.handleAll({
      create: ({ payload }) => create(payload.name),
      createAtRoot: ({ payload }) => create(payload.name),
      list: Effect.fnUntraced(function* ({ query }) {
        const account = yield* CurrentAccount
        const { applicationId } = yield* CurrentCall
        if (applicationId !== undefined) {
          const data = [toApplicationView(yield* store.find(account.id, applicationId))]
          return { data, iterator: null, prevIterator: null, done: true }
        }
        const page = yield* applications.list(account.id, yield* parsePageRequest(query, "app_"))
        return toPageView(page, toApplicationView)
      }, mapDomainErrors)
    })
  })
)
