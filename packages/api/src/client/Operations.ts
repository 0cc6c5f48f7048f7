import type { Schema } from "effect"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import type { LandfallApi } from "../LandfallApi.ts"

type Group = typeof LandfallApi extends HttpApi.HttpApi<infer _Id, infer Groups> ? Groups : never

/** The groups of operations by their names. */
export type Groups = { readonly [G in Group as HttpApiGroup.Identifier<G>]: G["endpoints"] }

/** A part of a request; optional when all its properties are, absent when the operation has none. */
export type RequestPart<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Readonly<Record<string, never>> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value }

/** The body of a request; optional when the operation accepts a request without a body. */
export type RequestBody<Value> = [Value] extends [never]
  ? unknown
  : null extends Value
    ? { readonly payload?: Value }
    : { readonly payload: Value }

/** The argument of an operation; it can be omitted when all its parts can. */
export type RequestArguments<Request> =
  Readonly<Record<string, never>> extends Request ? readonly [request?: Request] : readonly [request: Request]

/** The JSON of a value. The contract wraps its schemas in JSON codecs, whose own encoded type is any JSON. */
export type JsonOf<S> =
  S extends Schema.toCodecJson<infer Inner> ? Inner["Encoded"] : S extends Schema.Constraint ? S["Encoded"] : never

/** A page of a list. */
export interface Page<Row> {
  readonly data: ReadonlyArray<Row>
  readonly iterator: string | null
  readonly done: boolean
}

/** The position of a page, as a query of its list. */
export type PagePosition = { readonly iterator?: string }
