import { Disclosure } from "../../components/Disclosure.tsx"
import { Status } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { Sentence } from "../../components/Sentence.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { type Journey, type Milestone, type Stop, shiftHours, stateOf, stopsOf } from "./Voyage.ts"

const texts = messages.shipments

const CLASSIFIER_TONES = { ACT: "good", EST: "warn", PLN: "idle" } as const

/** Every date that was reported for a milestone. */
const History = ({ history }: { readonly history: Milestone["history"] }) => (
  <Disclosure size="small" summary={texts.voyage.history(history.length)}>
    <ol className="history-list small">
      {history.map(({ date, classifier, sourceEvent }, index) => (
        <li key={`${sourceEvent.id} ${index}`}>
          <strong>
            <Time at={date} form="minute" />
          </strong>{" "}
          {texts.classifiers[classifier]}
          <span className="muted">
            {" · "}
            <Sentence
              text={texts.voyage.received}
              parts={{ time: <Time at={sourceEvent.receivedAt} form="minute" /> }}
            />
            {sourceEvent.delayReason === null ? null : ` · ${texts.voyage.reason(sourceEvent.delayReason)}`}
            {sourceEvent.remark === null ? null : ` · ${sourceEvent.remark}`}
          </span>
        </li>
      ))}
    </ol>
  </Disclosure>
)

const MilestoneItem = ({ milestone }: { readonly milestone: Milestone }) => {
  const { classifier, date, history, vessel } = milestone
  const hours = history[0] === undefined ? 0 : shiftHours(history[0].date, date)
  return (
    <li className="milestone">
      <div className="milestone-line">
        <span className="stack-tight">
          <span>{texts.milestones[milestone.milestone]}</span>
          {vessel?.name == null ? null : (
            <span className="small muted break">{texts.voyage.on(vessel.name, vessel.voyage)}</span>
          )}
        </span>
        <span className="milestone-date">
          <Status tone={CLASSIFIER_TONES[classifier]}>{texts.classifiers[classifier]}</Status>
          <Time at={date} form="minute" />
        </span>
      </div>
      {Math.abs(hours) < 1 || history[0] === undefined ? null : (
        <div className="small">
          <span className={hours > 0 ? "late" : "early"}>{texts.shift(hours)}</span>{" "}
          <span className="muted">
            {"· "}
            <Sentence
              text={texts.voyage.first[history[0].classifier]}
              parts={{ date: <Time at={history[0].date} form="minute" /> }}
            />
          </span>
        </div>
      )}
      {history.length > 1 ? <History history={history} /> : null}
    </li>
  )
}

const StopItem = ({ stop }: { readonly stop: Stop }) => (
  <li className="stop" data-state={stateOf(stop)}>
    <div className="row">
      <h3 className="break">{stop.location.name ?? stop.location.unlocode}</h3>
      <span className="small muted">
        {stop.location.unlocode} · {stop.role === undefined ? texts.inland : texts.roles[stop.role]}
      </span>
    </div>
    <ul className="milestones">
      {stop.milestones.map((milestone) => (
        <MilestoneItem key={`${milestone.milestone} ${milestone.visit}`} milestone={milestone} />
      ))}
    </ul>
  </li>
)

/** The voyage of a container as a line of places, with every date and its history. */
export const VoyageCard = ({ journey }: { readonly journey: Journey | undefined }) => {
  const title = journey?.container == null ? texts.voyage.title : `${texts.voyage.title} · ${journey.container}`
  return (
    <Card title={title}>
      {journey === undefined || journey.milestones.length === 0 ? (
        <p className="muted">{texts.voyage.none}</p>
      ) : (
        <ol className="voyage">
          {stopsOf(journey).map((stop, index) => (
            <StopItem key={`${stop.location.unlocode} ${index}`} stop={stop} />
          ))}
        </ol>
      )}
    </Card>
  )
}
