import { messages } from "../../../text/messages.ts"
import { headerFaultOf, metadataFaultOf } from "../../endpoints/operations/PairFaults.ts"
import { destinationFaultOf } from "../SetupQueries.ts"
import type { Draft } from "./Draft.ts"
import { readLines } from "./Lines.ts"

const texts = messages.customSetup

export const STEPS = ["endpoint", "events", "shipments", "review"] as const
export type Step = (typeof STEPS)[number]

export const isStep = (text: string | undefined): text is Step => STEPS.some((step) => step === text)

const SECRET = /^(?:whsec_)?[A-Za-z0-9+/]{32,88}={0,2}$/

const isWholeNumber = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most

export const rateLimitFaultOf = ({ rateLimit }: Draft): string | undefined =>
  rateLimit === "" || isWholeNumber(rateLimit, 1, 1000) ? undefined : messages.endpointDialogs.edit.rateLimitFault

export const thresholdFaultOf = ({ thresholdHours }: Draft): string | undefined =>
  isWholeNumber(thresholdHours, 0, 720) ? undefined : messages.endpointDialogs.edit.thresholdFault

export const secretFaultOf = ({ secretMode, secret }: Draft): string | undefined =>
  secretMode === "new" || SECRET.test(secret.trim()) ? undefined : texts.endpoint.secretFault

/** Why an endpoint cannot be created, apart from secret values, which are lost when the page is loaded again. */
const hasEndpointFault = (draft: Draft): boolean =>
  [
    destinationFaultOf(draft.destination),
    rateLimitFaultOf(draft),
    ...draft.metadata.map((_, index) => metadataFaultOf(draft.metadata, index))
  ].some((fault) => fault !== undefined)

/** Why a step is not complete; its fields name the faults. */
const isIncomplete: Readonly<Record<Step, (draft: Draft) => boolean>> = {
  endpoint: (draft) =>
    hasEndpointFault(draft) ||
    secretFaultOf(draft) !== undefined ||
    draft.headers.some((_, index) => headerFaultOf(draft.headers, index) !== undefined),
  events: (draft) => draft.events.length === 0 || thresholdFaultOf(draft) !== undefined,
  shipments: ({ shipments, chosen, lines, future }) =>
    shipments === "chosen" && chosen.length === 0 && readLines(lines).length === 0 && !future,
  review: () => false
}

/** The first step that is not complete. */
export const openStepOf = (draft: Draft): Step => STEPS.find((step) => isIncomplete[step](draft)) ?? "review"

/** Whether everything that a step needs is given. */
export const isComplete = (step: Step, draft: Draft): boolean => !isIncomplete[step](draft)

/** The step to show: the requested one, unless one before it is not complete. Lost secret values close no step. */
export const reachableStep = (requested: string | undefined, draft: Draft): Step => {
  const step = isStep(requested) ? requested : "endpoint"
  const first = openStepOf(draft)
  const open =
    first === "endpoint" && !hasEndpointFault(draft) ? openStepOf({ ...draft, headers: [], secretMode: "new" }) : first
  return STEPS.indexOf(open) < STEPS.indexOf(step) ? open : step
}
