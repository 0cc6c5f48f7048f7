import type { PortalTokenKind } from "@landfall/core/accounts/DashboardToken"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"

/** The application that the token of a portal is limited to, and its access there. */
export interface PortalLimits {
  readonly applicationId: ApplicationId
  readonly kind: PortalTokenKind
}

/** The operations of every token of a portal; the handlers limit each operation to the application of the token. */
const READS: ReadonlySet<string> = new Set([
  "applications.list",
  "endpoints.list",
  "endpoints.get",
  "endpointMonitoring.attempts",
  "endpointMonitoring.stats",
  "eventTypes.list",
  "messages.list",
  "messages.get",
  "messages.attempts",
  "shipments.list"
])

/** The further operations of the token of an editor, on existing endpoints. */
const CHANGES: ReadonlySet<string> = new Set([
  "endpoints.change",
  "endpoints.secret",
  "endpoints.rotateSecret",
  "endpoints.sendExample",
  "tasks.resend",
  "tasks.recover",
  "tasks.replayMissing",
  "tasks.list",
  "tasks.get"
])

/** Whether a call with the token of a portal may run an operation. Every operation that is not listed is closed. */
export const allowsOperation = ({ kind }: PortalLimits, operation: string): boolean =>
  READS.has(operation) || (kind === "portal-editor" && CHANGES.has(operation))
