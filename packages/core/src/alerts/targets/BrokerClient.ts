import { type Effect, type Redacted, Schema, type Scope } from "effect"
import type { TransportError } from "../sending/AlertTransport.ts"
import type { BrokerTarget } from "./BrokerTarget.ts"

/** A message as a broker stores it. */
export interface BrokerMessage {
  /** The headers of the delivery, with names in lower case; they carry the signature. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Identifies the delivery over its attempts. */
  readonly deduplicationId: string
}

/** A connection could not be opened, or ended; `cause` is the error of the client library. */
export class BrokerUnreachable extends Schema.TaggedError<BrokerUnreachable>()("BrokerUnreachable", {
  cause: Schema.Defect()
}) {}

/** The parameters of a new connection. */
export interface BrokerLogin<T extends BrokerTarget> {
  readonly target: T
  /** The address to connect to, which was checked: no name is looked up again. */
  readonly address: string
  /** `user:password` or a token, percent-encoded; undefined without credentials. */
  readonly secret: Redacted.Redacted<string> | undefined
}

/** An open connection. Any number of messages may be published at the same time. */
export interface BrokerConnection<T extends BrokerTarget> {
  /** Publishes a message and returns the acknowledgement of the broker as JSON. Fails when the broker does not acknowledge it. */
  readonly publish: (target: T, message: BrokerMessage) => Effect.Effect<string, TransportError | BrokerUnreachable>
  /** Completes when the connection has ended for any reason. */
  readonly closed: Effect.Effect<void>
}

/** Connects to the brokers of one protocol. */
export interface BrokerClient<T extends BrokerTarget> {
  /** Narrows a target to those of this client. */
  readonly accepts: (target: BrokerTarget) => target is T
  /** The key of connections: messages with equal keys and credentials share one. */
  readonly connectionKey: (target: T) => string
  /** Opens one connection, which closes with the scope. It never connects again by itself. */
  readonly connect: (
    login: BrokerLogin<T>
  ) => Effect.Effect<BrokerConnection<T>, TransportError | BrokerUnreachable, Scope.Scope>
}
