import { useQuery } from "@tanstack/react-query"
import { Note, Skeleton } from "../../../components/Feedback.tsx"
import { ButtonLink } from "../../../components/form/Button.tsx"
import { Card, Facts } from "../../../components/Page.tsx"
import { messages } from "../../../text/messages.ts"
import { priceQuery, trackedCountQuery, urlOf } from "../SetupQueries.ts"
import type { Draft } from "./Draft.ts"
import { linesQuery } from "./EnteredShipments.tsx"
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
  const { data: tracked } = useQuery(trackedCountQuery)
  const { data: price, isPending: isPriceAwaited } = useQuery(priceQuery)
  const { data: entered } = useQuery(linesQuery(draft.lines))
  const enteredCount = entered?.valid.length ?? 0
  const count = draft.shipments === "all" ? (tracked?.count ?? 0) : draft.chosen.length + enteredCount
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
                draft.shipments === "all"
                  ? texts.allShipments(trackedCount)
                  : texts.chosenShipments(draft.chosen.length, enteredCount)
              ],
              [texts.later, draft.future ? texts.laterYes : texts.laterNo],
              ...(isPriceAwaited
                ? [[texts.cost, <Skeleton key="cost" width="8rem" />] as const]
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
