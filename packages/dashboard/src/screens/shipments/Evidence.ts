import { messages } from "../../text/messages.ts"

const texts = messages.shipments.alerts

/** The facts by which the body of an alert explains why it was sent. */
export interface Evidence {
  readonly rule: string | undefined
  readonly date: string | undefined
  readonly eventId: string | undefined
  readonly receivedAt: string | undefined
  readonly finalPod: string | undefined
  readonly supersedes: string | undefined
  readonly move: { readonly previous: string; readonly current: string; readonly words: string } | undefined
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const textOf = (value: unknown, name: string): string | undefined => {
  const field = fieldOf(value, name)
  return typeof field === "string" ? field : undefined
}

const isKnownEvidence = (text: string): text is keyof typeof texts.finalPods => text in texts.finalPods

const finalPodOf = (data: unknown): string | undefined => {
  const evidence = textOf(fieldOf(data, "finalPod"), "evidence")
  return evidence === undefined ? undefined : isKnownEvidence(evidence) ? texts.finalPods[evidence] : evidence
}

const moveOf = (data: unknown): Evidence["move"] => {
  const [previous, current] = [textOf(data, "previous"), textOf(data, "current")]
  if (previous === undefined || current === undefined) return undefined
  const words = texts.movedBy(Number(fieldOf(data, "hours")), Number(fieldOf(data, "thresholdHours")))
  return { previous, current, words }
}

/** `laden-gate-in-at-first-pol` as words. */
const ruleWords = (rule: string): string =>
  rule
    .replaceAll("-", " ")
    .replace(/\bpol\b/, "POL")
    .replace(/\bpod\b/, "POD")

/** The evidence in the body of an alert. A type without a fact has none of it. */
export const evidenceOf = (payload: unknown): Evidence => {
  const data = fieldOf(payload, "data")
  const event = fieldOf(data, "sourceEvent")
  const rule = textOf(data, "rule")
  return {
    rule: rule === undefined ? undefined : ruleWords(rule),
    date: textOf(data, "date"),
    eventId: textOf(event, "id"),
    receivedAt: textOf(event, "receivedAt"),
    finalPod: finalPodOf(data),
    supersedes: textOf(fieldOf(data, "supersedes"), "id"),
    move: moveOf(data)
  }
}
