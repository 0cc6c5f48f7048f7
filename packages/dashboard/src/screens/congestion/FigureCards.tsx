import { useQuery } from "@tanstack/react-query"
import { DataTable } from "../../components/DataTable.tsx"
import { NotLoaded, Skeleton, Status } from "../../components/Feedback.tsx"
import { Card, Facts, Figures } from "../../components/Page.tsx"
import { Sentence } from "../../components/Sentence.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { percent, signed } from "../../text/Numbers.ts"
import { CONFIDENCE_TONES, type Congestion, historyQuery } from "./CongestionQueries.ts"

const texts = messages.congestion

const WEEK_DAYS = 7
const CLASSES = ["commercialVessels", "cargo", "tanker", "roro"] as const
type VesselClass = (typeof CLASSES)[number]
/** An occupation of every berth, in percent. */
const WHOLE = 100

const isKnownReason = (reason: string): reason is keyof typeof texts.reasons => reason in texts.reasons

/** A reason in a sentence; one that this version of the pages does not know, in its own words. */
const reasonText = (reason: string): string =>
  isKnownReason(reason) ? texts.reasons[reason] : reason.replaceAll("_", " ")

/** Why a figure is null, in a sentence. */
const reasonOf = ({ quality }: Congestion, figure: string): string => {
  const found = quality.unknown.find((unknown) => unknown.figure === figure)
  return found === undefined ? texts.unknown : reasonText(found.reason)
}

/** The difference of the vessels in port from those of a week ago. */
const Trend = ({ congestion }: { readonly congestion: Congestion }) => {
  const { data, error } = useQuery(historyQuery(congestion.portCode))
  const now = congestion.vesselsInPortCount.commercialVessels
  if (data === undefined && error !== null) return <NotLoaded error={error} />
  if (data === undefined) {
    return (
      <>
        <Skeleton width="4rem" />
        <small>
          <Skeleton />
        </small>
      </>
    )
  }
  const before = data.data.at(-1 - WEEK_DAYS)?.vesselsInPortCount.commercialVessels ?? null
  if (now === null || before === null) return "–"
  const difference = now - before
  return (
    <>
      {signed(difference)}
      <small>{difference === 0 ? texts.figures.same : texts.figures.against}</small>
    </>
  )
}

/** The main figures of a port, with their gap, trend and quality. */
export const MainFigures = ({ congestion }: { readonly congestion: Congestion | undefined }) => {
  if (congestion === undefined) {
    const loading = { value: <Skeleton width="5rem" />, note: <Skeleton /> }
    const { occupation, vessels, time, trend, quality } = texts.figures
    return <Figures items={[occupation, vessels, time, trend, quality].map((name) => ({ name, ...loading }))} />
  }
  const occupation = congestion.rateOccupation.commercialVessels
  const vessels = congestion.vesselsInPortCount.commercialVessels
  const time = congestion.time.timeInPortStatistics
  const gap = occupation?.rateOccupationGapWithMean ?? null
  return (
    <Figures
      items={[
        {
          name: texts.figures.occupation,
          value: occupation === null ? "–" : percent(occupation.rateOccupationPercentage / 100),
          note:
            occupation === null
              ? reasonOf(congestion, "rateOccupation.commercialVessels")
              : gap === null
                ? reasonOf(congestion, "rateOccupation.commercialVessels.rateOccupationGapWithMean")
                : texts.figures.gap(gap)
        },
        {
          name: texts.figures.vessels,
          value: vessels === null ? "–" : vessels.toLocaleString(),
          note: vessels === null ? reasonOf(congestion, "vesselsInPortCount.commercialVessels") : undefined
        },
        {
          name: texts.figures.time,
          value: time === null ? "–" : texts.hours(time.median),
          note:
            time === null
              ? reasonOf(congestion, "time.timeInPortStatistics")
              : texts.figures.range(texts.hours(time.min), texts.hours(time.max))
        },
        { name: texts.figures.trend, value: <Trend congestion={congestion} /> },
        {
          name: texts.figures.quality,
          value: (
            <Status tone={CONFIDENCE_TONES[congestion.quality.confidence]}>
              {texts.confidence[congestion.quality.confidence]}
            </Status>
          ),
          note: <Sentence text={texts.figures.asOf} parts={{ time: <Time at={congestion.quality.asOf} /> }} />
        }
      ]}
    />
  )
}

/** The figures of each type of vessel. */
export const ClassesCard = ({ congestion }: { readonly congestion: Congestion }) => {
  const capacityOf = (name: VesselClass) => congestion.quality.capacity.find(({ vesselClass }) => vesselClass === name)
  const isAbove = (name: VesselClass) => (congestion.rateOccupation[name]?.rateOccupationPercentage ?? 0) > WHOLE
  const sources = [...new Set(CLASSES.filter(isAbove).flatMap((name) => capacityOf(name)?.source ?? []))]
  return (
    <Card title={texts.classes.title}>
      <div className="stack-s">
        <DataTable
          rows={CLASSES.filter((name) => congestion.vesselsInPortCount[name] !== undefined)}
          keyOf={(name) => name}
          columns={[
            { title: texts.classes.type, cell: (name) => texts.classes[name] },
            {
              title: texts.compare.vessels,
              cell: (name) => congestion.vesselsInPortCount[name]?.toLocaleString() ?? "–",
              isNumber: true
            },
            {
              title: texts.compare.occupation,
              cell: (name) => {
                const occupation = congestion.rateOccupation[name]
                return occupation == null ? "–" : percent(occupation.rateOccupationPercentage / 100)
              },
              isNumber: true
            },
            {
              title: texts.quality.berths,
              cell: (name) => capacityOf(name)?.berths.toLocaleString() ?? "–",
              isNumber: true
            }
          ]}
        />
        {sources.map((source) => (
          <p key={source} className="small muted">
            {texts.classes.above[source]}
          </p>
        ))}
      </div>
    </Card>
  )
}

/** The data behind the figures, and the unknown figures. */
export const QualityCard = ({ congestion: { quality } }: { readonly congestion: Congestion }) => {
  const { area, samples, vessels, lastPositionReceivedAt, berthEvidence } = quality
  const berths = quality.capacity.find(({ vesselClass }) => vesselClass === "commercialVessels")
  const reasons = [...new Set(quality.unknown.map(({ reason }) => reasonText(reason)))]
  return (
    <Card title={texts.quality.title}>
      <Facts
        items={[
          [texts.quality.area, texts.quality.areas[area.source] + (area.complex === null ? "" : `: ${area.complex}`)],
          [
            texts.quality.berths,
            berths === undefined ? texts.unknown : texts.quality.berthsOf(berths.berths, berths.source)
          ],
          [texts.quality.calls, texts.quality.callsOf(samples.completedCalls, samples.openCalls)],
          [texts.quality.days, samples.coveredDays.toLocaleString()],
          [texts.quality.evidence, texts.quality.evidences[berthEvidence]],
          [texts.quality.unclassified, vessels.stationaryUnclassified.toLocaleString()],
          [texts.quality.agedOut, vessels.agedOut.toLocaleString()],
          [
            texts.quality.last,
            lastPositionReceivedAt === null ? messages.common.none : <Time key="last" at={lastPositionReceivedAt} />
          ],
          ...(reasons.length === 0 ? [] : [[texts.quality.missing, reasons.join(" ")] as const])
        ]}
      />
    </Card>
  )
}
