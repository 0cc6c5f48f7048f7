import { useQuery } from "@tanstack/react-query"
import { Awaited, Note } from "../../../components/Feedback.tsx"
import { ButtonLink } from "../../../components/form/Button.tsx"
import { Card, Facts } from "../../../components/Page.tsx"
import { messages } from "../../../text/messages.ts"
import { priceQuery, trackedCountQuery, urlOf } from "../SetupQueries.ts"
import type { Draft } from "./Draft.ts"
import { linesQuery } from "./EnteredShipments.tsx"
import { readLines } from "./Lines.ts"
import { useTrackedCount } from "./ShipmentsStep.tsx"
import type { Step } from "./Steps.ts"

const texts = messages.customSetup.review
const settings = messages.endpoints.settings
const titles = messages.customSetup.steps

const Edit = ({ step }: { readonly step: Step }) => (
  <ButtonLink to="/alerts/custom" search={{ step }} size="small" aria-label={texts.edit(titles[step])}>
    {texts.editShort}
  </ButtonLink>
)

const Names = ({ names }: { readonly names: ReadonlyArray<string> }) =>
  names.length === 0 ? (
    messages.common.none
  ) : (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <code className="break">{name}</code>
        </li>
      ))}
    </ul>
  )

/** The objects to create, for review. */
export const ReviewStep = ({ draft }: { readonly draft: Draft }) => {
  const trackedCount = useTrackedCount()
  const isOfAll = draft.shipments === "all"
  const { data: tracked, error: trackedError } = useQuery(trackedCountQuery)
  const { data: price, error: priceError } = useQuery(priceQuery)
  const hasLines = !isOfAll && readLines(draft.lines).length > 0
  const { data: entered, error: linesError } = useQuery(linesQuery(draft.lines))
  const enteredCount = entered?.valid.length ?? 0
  const isCounted = isOfAll ? tracked !== undefined : !hasLines || entered !== undefined
  const countError = isOfAll ? trackedError : linesError
  const count = isOfAll ? (tracked?.count ?? 0) : draft.chosen.length + enteredCount
  const cost = count * (price?.credits ?? 0)
  const left = price?.left ?? null
  return (
    <>
      <Card title={titles.endpoint} actions={<Edit step="endpoint" />}>
        <Facts
          items={[
            [
              texts.url,
              draft.destination.kind === "test" ? (
                messages.alertSetup.url.test
              ) : (
                <code key="url" className="break">
                  {urlOf(draft.destination)}
                </code>
              )
            ],
            [settings.description, draft.description.trim() === "" ? messages.common.none : draft.description],
            [
              settings.rateLimit,
              draft.rateLimit === "" ? settings.noLimit : settings.perSecond(Number(draft.rateLimit))
            ],
            [settings.headers, <Names key="headers" names={draft.headers.map(({ name }) => name)} />],
            [
              settings.metadata,
              <Names key="metadata" names={draft.metadata.map(({ name, value }) => `${name}: ${value}`)} />
            ],
            [messages.endpointDialogs.secret.title, draft.secretMode === "new" ? texts.newSecret : texts.ownSecret]
          ]}
        />
      </Card>
      <Card title={titles.events} actions={<Edit step="events" />}>
        <Facts
          items={[
            [texts.events, <Names key="events" names={draft.events} />],
            ...(draft.events.some((type) => type.startsWith("date.changed."))
              ? [[texts.threshold, settings.thresholdValue(Number(draft.thresholdHours))] as const]
              : [])
          ]}
        />
      </Card>
      <Card title={titles.shipments} actions={<Edit step="shipments" />}>
        <div className="stack-s">
          <Facts
            items={[
              [
                texts.shipments,
                isCounted ? (
                  isOfAll ? (
                    texts.allShipments(trackedCount.count ?? "")
                  ) : (
                    texts.chosenShipments(draft.chosen.length, enteredCount)
                  )
                ) : (
                  <Awaited key="shipments" error={countError} width="12rem" />
                )
              ],
              [texts.later, draft.future ? texts.laterYes : texts.laterNo],
              ...(price === undefined || !isCounted
                ? [[texts.cost, <Awaited key="cost" error={priceError ?? countError} width="8rem" />] as const]
                : cost === 0
                  ? []
                  : [[texts.cost, texts.costOf(cost, left)] as const])
            ]}
          />
          {left !== null && cost > left ? <Note tone="warn">{texts.tooFew}</Note> : null}
        </div>
      </Card>
    </>
  )
}
