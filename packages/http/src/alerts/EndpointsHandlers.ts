import {
  type ChangeEndpoint,
  type CreateEndpoint,
  EndpointView,
  type ReplaceEndpoint
} from "@landfall/api/alerts/EndpointsApi"
import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { Account } from "@landfall/core/accounts/Account"
import { DEFAULT_ORDERING } from "@landfall/core/alerts/delivery/DeliveryOrdering"
import { type Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Endpoints } from "@landfall/core/alerts/endpoints/Endpoints"
import { ExampleAlerts } from "@landfall/core/alerts/endpoints/ExampleAlerts"
import { DEFAULT_FINAL_POD, DEFAULT_FINAL_POD_HOLD_HOURS } from "@landfall/core/alerts/endpoints/FinalPodHold"
import type { Message } from "@landfall/core/alerts/Message"
import { hideValues } from "@landfall/core/alerts/sending/CustomHeaders"
import { DEFAULT_FORMAT } from "@landfall/core/alerts/sending/DeliveryFormat"
import { DEFAULT_THRESHOLD_HOURS } from "@landfall/core/alerts/ThresholdHours"
import { Effect, Option, Redacted, Struct } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { makeIdempotent, wholeResponse } from "../conventions/IdempotentRequests.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseEndpointId } from "../conventions/PathIds.ts"
import { makePortalScope } from "./PortalScope.ts"

const toEndpointView = (endpoint: Endpoint): typeof EndpointView.Type => ({
  id: endpoint.id,
  applicationId: endpoint.applicationId,
  url: endpoint.url,
  description: Option.getOrNull(endpoint.description),
  filterTypes: Option.getOrNull(endpoint.filterTypes),
  metadata: endpoint.metadata,
  rateLimit: Option.getOrNull(endpoint.rateLimit),
  retryPolicy: Option.getOrNull(endpoint.retryPolicy),
  headers: endpoint.headerNames.length === 0 ? null : hideValues(endpoint.headerNames),
  dateChangeThresholdHours: endpoint.dateChangeThresholdHours,
  finalPod: endpoint.finalPod,
  finalPodHoldHours: endpoint.finalPodHoldHours,
  ordering: endpoint.ordering,
  format: endpoint.format,
  enrolFuture: endpoint.enrolFuture,
  disabled: endpoint.disabled,
  disabledAt: endpoint.disabled ? Option.getOrNull(endpoint.disabledAt) : null,
  verifiedAt: Option.getOrNull(endpoint.verifiedAt),
  createdAt: endpoint.createdAt,
  updatedAt: endpoint.updatedAt
})

const redactSecret = Option.map(Redacted.make)

const secretChange = (secret: (typeof ChangeEndpoint.Type)["secret"]) =>
  secret === undefined ? {} : { secret: Redacted.make(secret) }

type Body = typeof CreateEndpoint.Type

/** The conversion of each setting of a body to one of the endpoint; null stands for its default. */
const SETTINGS = {
  description: (value: Body["description"]) => Option.fromNullishOr(value),
  filterTypes: (value: Body["filterTypes"]) => Option.fromNullishOr(value),
  metadata: (value: Body["metadata"]) => value ?? {},
  rateLimit: (value: Body["rateLimit"]) => Option.fromNullishOr(value),
  retryPolicy: (value: Body["retryPolicy"]) => Option.fromNullishOr(value),
  headers: (value: Body["headers"]) => Redacted.make(value ?? {}),
  dateChangeThresholdHours: (value: Body["dateChangeThresholdHours"]) => value ?? DEFAULT_THRESHOLD_HOURS,
  format: (value: Body["format"]) => value ?? DEFAULT_FORMAT,
  finalPod: (value: Body["finalPod"]) => value ?? DEFAULT_FINAL_POD,
  finalPodHoldHours: (value: Body["finalPodHoldHours"]) => value ?? DEFAULT_FINAL_POD_HOLD_HOURS,
  ordering: (value: Body["ordering"]) => value ?? DEFAULT_ORDERING
}

/** A body that names no setting. */
const UNSET = {
  description: null,
  filterTypes: null,
  metadata: null,
  rateLimit: null,
  retryPolicy: null,
  headers: null,
  dateChangeThresholdHours: null,
  format: null,
  finalPod: null,
  finalPodHoldHours: null,
  ordering: null
} as const satisfies Record<keyof typeof SETTINGS, null>

/** Every setting of the endpoint that replaces another. */
const replaceWith = ({ secret, ...payload }: typeof ReplaceEndpoint.Type) => ({
  ...Struct.evolve({ ...UNSET, enrolFuture: false, disabled: false, ...payload }, SETTINGS),
  ...secretChange(secret)
})

/** The settings of the endpoint that a body names. */
const changeTo = ({ secret, ...payload }: typeof ChangeEndpoint.Type) => ({
  ...Struct.evolve(payload, SETTINGS),
  ...secretChange(secret)
})

/** The response to the request for an example. */
const toExampleView = ({ id, type, body, createdAt }: Message, { id: endpointId, disabled }: Endpoint) => ({
  id,
  eventType: type,
  endpointId,
  example: true as const,
  payload: JSON.parse(body),
  createdAt,
  ...(disabled ? { warning: "endpoint_disabled" as const } : {})
})

export const endpointsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "endpoints",
  Effect.fnUntraced(function* (handlers) {
    const endpoints = yield* Endpoints
    const store = yield* EndpointStore
    const examples = yield* ExampleAlerts
    const scope = yield* makePortalScope
    const repeatable = yield* makeIdempotent({
      operation: "endpoints.create",
      status: 201,
      form: wholeResponse(EndpointView)
    })

    const create = Effect.fnUntraced(function* (account: Account, payload: typeof CreateEndpoint.Type) {
      const { applicationId, secret, ...settings } = { ...UNSET, ...payload }
      const endpoint = yield* endpoints.create(account.id, {
        ...Struct.evolve(settings, SETTINGS),
        applicationId: Option.fromNullishOr(applicationId),
        secret: redactSecret(Option.fromNullishOr(secret)),
        dateChangeThresholdHours: Option.fromNullishOr(settings.dateChangeThresholdHours)
      })
      return toEndpointView(endpoint)
    })

    const list = Effect.fnUntraced(function* (query: Parameters<typeof parsePageRequest>[0]) {
      const account = yield* CurrentAccount
      const request = yield* parsePageRequest(query, "ep_")
      const page = yield* store.list(account.id, request, yield* scope.currentApplication)
      return toPageView(page, toEndpointView)
    }, mapDomainErrors)

    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ headers, payload }) {
        const account = yield* CurrentAccount
        const check = endpoints.checkTarget(account.id, {
          url: payload.url,
          headers: Redacted.make(payload.headers ?? {})
        })
        return yield* repeatable(account.id, headers["idempotency-key"], payload, create(account, payload), check)
      }, mapDomainErrors),
      check: Effect.fnUntraced(function* ({ payload }) {
        const account = yield* CurrentAccount
        yield* endpoints.checkTarget(account.id, { url: payload.url, headers: Redacted.make(payload.headers ?? {}) })
      }, mapDomainErrors),
      list: ({ query }) => list(query),
      listPlural: ({ query }) => list(query),
      get: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const id = yield* parseEndpointId(params.id)
        yield* scope.requireEndpoint(account.id, id)
        return toEndpointView(yield* store.find(account.id, id))
      }, mapDomainErrors),
      replace: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        return toEndpointView(
          yield* endpoints.update(account.id, yield* parseEndpointId(params.id), replaceWith(payload))
        )
      }, mapDomainErrors),
      change: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        const id = yield* parseEndpointId(params.id)
        yield* scope.requireChange(account.id, id, payload)
        return toEndpointView(yield* endpoints.update(account.id, id, changeTo(payload)))
      }, mapDomainErrors),
      remove: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        yield* endpoints.remove(account.id, yield* parseEndpointId(params.id))
      }, mapDomainErrors),
      secret: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const id = yield* parseEndpointId(params.id)
        yield* scope.requireEndpoint(account.id, id)
        return { key: Redacted.value(yield* endpoints.secret(account.id, id)) }
      }, mapDomainErrors),
      rotateSecret: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        const id = yield* parseEndpointId(params.id)
        yield* scope.requireEndpoint(account.id, id)
        const secret = redactSecret(Option.fromNullishOr(payload?.secret))
        return { key: Redacted.value(yield* endpoints.rotateSecret(account.id, id, secret)) }
      }, mapDomainErrors),
      sendExample: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        const id = yield* parseEndpointId(params.id)
        yield* scope.requireEndpoint(account.id, id)
        const endpoint = yield* store.find(account.id, id)
        return toExampleView(yield* examples.send(account.id, id, payload.eventType), endpoint)
      }, mapDomainErrors)
    })
  })
)
