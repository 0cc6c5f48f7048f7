import type { Account } from "@landfall/core/accounts/Account"
import { Idempotency, type IdempotencyKey } from "@landfall/core/accounts/Idempotency"
import { type Endpoint, EndpointStore } from "@landfall/core/alerts/Endpoint"
import { Endpoints } from "@landfall/core/alerts/Endpoints"
import { ExampleAlerts } from "@landfall/core/alerts/ExampleAlerts"
import { Effect, Option, Redacted, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentAccount } from "../Authorization.ts"
import { failing } from "../DomainFailures.ts"
import { idempotent } from "../IdempotentRequests.ts"
import { endpointId } from "../Ids.ts"
import { LandfallApi } from "../LandfallApi.ts"
import { pageRequest, showPage } from "../Listing.ts"
import { type ChangeEndpoint, type CreateEndpoint, EndpointView, type ReplaceEndpoint } from "./EndpointsApi.ts"

const show = (endpoint: Endpoint): typeof EndpointView.Type => ({
  id: endpoint.id,
  applicationId: endpoint.applicationId,
  url: endpoint.url,
  description: Option.getOrNull(endpoint.description),
  filterTypes: Option.getOrNull(endpoint.filterTypes),
  metadata: endpoint.metadata,
  disabled: endpoint.disabled,
  createdAt: endpoint.createdAt,
  updatedAt: endpoint.updatedAt
})

const redacted = Option.map(Redacted.make)

export const endpointsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "endpoints",
  Effect.fnUntraced(function* (handlers) {
    const endpoints = yield* Endpoints
    const store = yield* EndpointStore
    const examples = yield* ExampleAlerts
    const idempotency = yield* Idempotency
    const encodeView = Schema.encodeSync(Schema.fromJsonString(EndpointView))
    const decodeView = Schema.decodeEffect(Schema.fromJsonString(EndpointView))

    const create = Effect.fnUntraced(function* (account: Account, payload: typeof CreateEndpoint.Type) {
      const endpoint = yield* endpoints.create(account.id, {
        url: payload.url,
        applicationId: Option.fromNullishOr(payload.applicationId),
        description: Option.fromNullishOr(payload.description),
        filterTypes: Option.fromNullishOr(payload.filterTypes),
        secret: redacted(Option.fromNullishOr(payload.secret)),
        metadata: payload.metadata ?? {}
      })
      return show(endpoint)
    })

    const createOnce = (account: Account, key: IdempotencyKey, payload: typeof CreateEndpoint.Type) =>
      idempotent({ account, key, operation: "endpoints.create", request: payload }, (request) =>
        idempotency.once(
          request,
          Effect.map(create(account, payload), (view) => ({ status: 201, body: encodeView(view) }))
        )
      ).pipe(Effect.flatMap((answer) => Effect.orDie(decodeView(answer.body))))

    const list = Effect.fnUntraced(function* (query: Parameters<typeof pageRequest>[0]) {
      const account = yield* CurrentAccount
      const page = yield* store.list(account.id, yield* pageRequest(query))
      return showPage(page, show)
    }, failing)

    const replaceWith = (payload: typeof ReplaceEndpoint.Type) => ({
      url: payload.url,
      description: Option.fromNullishOr(payload.description),
      filterTypes: Option.fromNullishOr(payload.filterTypes),
      metadata: payload.metadata ?? {},
      disabled: payload.disabled ?? false
    })

    const changeTo = (payload: typeof ChangeEndpoint.Type) => ({
      ...(payload.url === undefined ? {} : { url: payload.url }),
      ...(payload.description === undefined ? {} : { description: Option.fromNullOr(payload.description) }),
      ...(payload.filterTypes === undefined ? {} : { filterTypes: Option.fromNullOr(payload.filterTypes) }),
      ...(payload.metadata === undefined ? {} : { metadata: payload.metadata ?? {} }),
      ...(payload.disabled === undefined ? {} : { disabled: payload.disabled })
    })

    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ headers, payload }) {
        const account = yield* CurrentAccount
        yield* endpoints.checkTarget(payload.url)
        const key = headers["idempotency-key"]
        return key === undefined ? yield* create(account, payload) : yield* createOnce(account, key, payload)
      }, failing),
      list: ({ query }) => list(query),
      listPlural: ({ query }) => list(query),
      get: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        return show(yield* store.find(account.id, yield* endpointId(params.id)))
      }, failing),
      replace: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        return show(yield* endpoints.update(account.id, yield* endpointId(params.id), replaceWith(payload)))
      }, failing),
      change: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        return show(yield* endpoints.update(account.id, yield* endpointId(params.id), changeTo(payload)))
      }, failing),
      remove: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        yield* endpoints.remove(account.id, yield* endpointId(params.id))
      }, failing),
      secret: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        return { key: Redacted.value(yield* endpoints.secret(account.id, yield* endpointId(params.id))) }
      }, failing),
      rotateSecret: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        const secret = redacted(Option.fromNullishOr(payload?.key))
        return { key: Redacted.value(yield* endpoints.rotateSecret(account.id, yield* endpointId(params.id), secret)) }
      }, failing),
      sendExample: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        const id = yield* endpointId(params.id)
        const message = yield* examples.send(account.id, id, payload.eventType)
        return {
          id: message.id,
          eventType: message.type,
          endpointId: id,
          example: true as const,
          payload: JSON.parse(message.body),
          createdAt: message.createdAt
        }
      }, failing)
    })
  })
)
