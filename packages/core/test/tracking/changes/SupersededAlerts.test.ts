import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { diffJourneys } from "../../../src/tracking/changes/JourneyDiff.ts"
import { deriveContainerJourneys } from "../../../src/tracking/journey/Journey.ts"
import { NOTHING_NOTIFIED } from "../../../src/tracking/shipments/NotifiedState.ts"
import { CONTAINER, on } from "../fixtures.ts"
import { alertsOf, eventOf, recordAlerts } from "../journey/EventLines.ts"

describe("an alert that proved wrong", () => {
  it("is superseded by the same move in its present role", () => {
    assert.deepStrictEqual(
      alertsOf([
        "ACT LOAD CRMOB VAISHNAVI 02-01T05:00 A",
        "ACT DISC BEANR VAISHNAVI 02-14T14:00 A",
        "PLN DEPA BEANR CERES 02-20T10:00"
      ]),
      [
        "1: container.loaded.at.first.pol CRMOB",
        "2: container.discharge.at.final.pod BEANR",
        "3: container.discharge.at.transhipment_port BEANR supersedes 2: container.discharge.at.final.pod BEANR"
      ]
    )
  })

  it("is superseded by the same milestone where it happened, also when that is known later", () => {
    const wrong = eventOf("ACT DISC BEANR ATLAS 02-14T14:00 A", on("01-02"))
    const loaded = eventOf("ACT LOAD CRMOB ATLAS 02-01T05:00 A", on("01-02"))
    const right = eventOf("ACT DISC NLRTM ATLAS 02-14T14:00 A", on("01-03"))
    const terms = { thresholdHours: 24, registeredAt: on("01-01"), firstResponse: false, notifiesRetractions: true }
    let notified = NOTHING_NOTIFIED
    const received = [[loaded, wrong], [loaded], [loaded, right]].map((events, index) => {
      const diff = diffJourneys(deriveContainerJourneys(events, CONTAINER), notified, terms)
      notified = recordAlerts(diff, String(index + 1))
      return [...diff.alerts.map(({ supersedes }) => supersedes?.id), ...diff.retractions.map(() => "retracted")]
    })
    assert.deepStrictEqual(received, [[undefined, undefined], ["retracted"], ["1"]])
  })

  it("is not superseded by a type that the endpoint does not receive", () => {
    const events = [
      eventOf("ACT LOAD CRMOB ATLAS 02-01T05:00 A", on("01-02")),
      eventOf("ACT DISC BEANR ATLAS 02-14T14:00 A", on("01-02")),
      eventOf("PLN DEPA BEANR CERES 02-20T10:00", on("01-03"))
    ]
    const receives = (type: string) => type !== "container.discharge.at.transhipment_port"
    const terms = {
      thresholdHours: 24,
      registeredAt: on("01-01"),
      firstResponse: false,
      notifiesRetractions: true,
      receives
    }
    const first = diffJourneys(deriveContainerJourneys(events.slice(0, 2), CONTAINER), NOTHING_NOTIFIED, terms)
    const second = diffJourneys(deriveContainerJourneys(events, CONTAINER), recordAlerts(first, "1"), terms)
    assert.deepStrictEqual(
      second.alerts.map(({ supersedes }) => supersedes),
      [undefined]
    )
    assert.deepStrictEqual(
      second.retractions.map(({ alert }) => Option.getOrThrow(alert).id),
      ["1"]
    )
  })
})
