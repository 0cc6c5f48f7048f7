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
import { DEFAULT_FORMAT } from "@landfall/core/alerts/sending/DeliveryFormat"
import { DEFAULT_THRESHOLD_HOURS } from "@landfall/core/alerts/ThresholdHours"
import { Effect, Option, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { makeIdempotent, wholeResponse } from "../conventions/IdempotentRequests.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseEndpointId } from "../conventions/PathIds.ts"
import { makePortalScope } from "./PortalScope.ts"

/** Replaces the values of custom headers in responses. */
const HIDDEN_VALUE = "(hidden)"

const toEndpointView = (endpoint: Endpoint): typeof EndpointView.Type => ({
  id: endpoint.id,
  applicationId: endpoint.applicationId,
  url: endpoint.url,
  description: Option.getOrNull(endpoint.description),
  filterTypes: Option.getOrNull(endpoint.filterTypes),
  metadata: endpoint.metadata,
  rateLimit: Option.getOrNull(endpoint.rateLimit),
  retryPolicy: Option.getOrNull(endpoint.retryPolicy),
  headers:
    endpoint.headerNames.length === 0
      ? null
      : Object.fromEntries(endpoint.headerNames.map((name) => [name, HIDDEN_VALUE])),
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

const secretChange = ({ secret }: Pick<typeof ChangeEndpoint.Type, "secret">) =>
  secret === undefined ? {} : { secret: Redacted.make(secret) }

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
      const endpoint = yield* endpoints.create(account.id, {
        url: payload.url,
        applicationId: Option.fromNullishOr(payload.applicationId),
        description: Option.fromNullishOr(payload.description),
        filterTypes: Option.fromNullishOr(payload.filterTypes),
        secret: redactSecret(Option.fromNullishOr(payload.secret)),
        metadata: payload.metadata ?? {},
        rateLimit: Option.fromNullishOr(payload.rateLimit),
        retryPolicy: Option.fromNullishOr(payload.retryPolicy),
        headers: Redacted.make(payload.headers ?? {}),
        dateChangeThresholdHours: Option.fromNullishOr(payload.dateChangeThresholdHours),
        format: payload.format ?? DEFAULT_FORMAT,
        finalPod: payload.finalPod ?? DEFAULT_FINAL_POD,
        finalPodHoldHours: payload.finalPodHoldHours ?? DEFAULT_FINAL_POD_HOLD_HOURS,
        ordering: payload.ordering ?? DEFAULT_ORDERING
      })
      return toEndpointView(endpoint)
    })

    const list = Effect.fnUntraced(function* (query: Parameters<typeof parsePageRequest>[0]) {
      const account = yield* CurrentAccount
      const applicationId = yield* scope.currentApplication
      if (applicationId !== undefined) {
        const data = (yield* scope.endpointsOf(account.id, applicationId)).map(toEndpointView)
        return { data, iterator: null, prevIterator: null, done: true }
      }
      const page = yield* store.list(account.id, yield* parsePageRequest(query, "ep_"))
      return toPageView(page, toEndpointView)
    }, mapDomainErrors)

    const replaceWith = (payload: typeof ReplaceEndpoint.Type) => ({
      url: payload.url,
      description: Option.fromNullishOr(payload.description),
      filterTypes: Option.fromNullishOr(payload.filterTypes),
      metadata: payload.metadata ?? {},
      rateLimit: Option.fromNullishOr(payload.rateLimit),
      retryPolicy: Option.fromNullishOr(payload.retryPolicy),
      headers: Redacted.make(payload.headers ?? {}),
      dateChangeThresholdHours: payload.dateChangeThresholdHours ?? DEFAULT_THRESHOLD_HOURS,
      format: payload.format ?? DEFAULT_FORMAT,
      finalPod: payload.finalPod ?? DEFAULT_FINAL_POD,
      finalPodHoldHours: payload.finalPodHoldHours ?? DEFAULT_FINAL_POD_HOLD_HOURS,
      ordering: payload.ordering ?? DEFAULT_ORDERING,
      enrolFuture: payload.enrolFuture ?? false,
      ...secretChange(payload),
      disabled: payload.disabled ?? false
    })

    const changeTo = (payload: typeof ChangeEndpoint.Type) => ({
      ...(payload.url === undefined ? {} : { url: payload.url }),
      ...(payload.description === undefined ? {} : { description: Option.fromNullOr(payload.description) }),
      ...(payload.filterTypes === undefined ? {} : { filterTypes: Option.fromNullOr(payload.filterTypes) }),
      ...(payload.metadata === undefined ? {} : { metadata: payload.metadata ?? {} }),
      ...(payload.rateLimit === undefined ? {} : { rateLimit: Option.fromNullOr(payload.rateLimit) }),
      ...(payload.retryPolicy === undefined ? {} : { retryPolicy: Option.fromNullOr(payload.retryPolicy) }),
      ...(payload.headers === undefined ? {} : { headers: Redacted.make(payload.headers ?? {}) }),
      ...(payload.dateChangeThresholdHours === undefined
        ? {}
        : { dateChangeThresholdHours: payload.dateChangeThresholdHours ?? DEFAULT_THRESHOLD_HOURS }),
      ...(payload.finalPod === undefined ? {} : { finalPod: payload.finalPod ?? DEFAULT_FINAL_POD }),
      ...(payload.finalPodHoldHours === undefined
        ? {}
        : { finalPodHoldHours: payload.finalPodHoldHours ?? DEFAULT_FINAL_POD_HOLD_HOURS }),
      ...(payload.ordering === undefined ? {} : { ordering: payload.ordering ?? DEFAULT_ORDERING }),
      ...(payload.format === undefined ? {} : { format: payload.format ?? DEFAULT_FORMAT }),
      ...(payload.enrolFuture === undefined ? {} : { enrolFuture: payload.enrolFuture }),
      ...secretChange(payload),
      ...(payload.disabled === undefined ? {} : { disabled: payload.disabled })
    })

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
        const message = yield* examples.send(account.id, id, payload.eventType)
        return {
          id: message.id,
          eventType: message.type,
          endpointId: id,
          example: true as const,
          payload: JSON.parse(message.body),
          createdAt: message.createdAt,
          ...(endpoint.disabled ? { warning: "endpoint_disabled" as const } : {})
        }
      }, mapDomainErrors)
    })
  })
)
