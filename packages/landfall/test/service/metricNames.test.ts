import { readFileSync } from "node:fs"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { runMonitoredService } from "../support/MonitoredService.ts"

const read = (path: string): string =>
  readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), "utf8").replaceAll('\\"', '"')

/** Metrics of Prometheus itself. */
const SCRAPER_METRICS = ["up"]
/** Labels that Prometheus adds. */
const SCRAPER_LABELS = ["instance", "job"]

/** The names of metrics with the labels that a text selects, a histogram by its base name. */
const metricsIn = (text: string): ReadonlyArray<readonly [name: string, labels: ReadonlyArray<string>]> =>
  Array.from(
    text.matchAll(/\b((?:landfall|process)_[a-z_]+)(?:\{([^}]*)\})?/g),
    ([, name = "", selectors = ""]) =>
      [
        name.replace(/_(?:bucket|count|sum)$/, ""),
        Array.from(selectors.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)\s*"/g), ([, label = ""]) => label)
      ] as const
  )

describe("the metrics of a running service", () => {
  /** The labels of each metric. */
  const served = new Map<string, Set<string>>()

  beforeAll(async () => {
    const { metrics } = await runMonitoredService("logfmt", "http/protobuf")
    for (const [, name = ""] of metrics.matchAll(/^# TYPE (\S+)/gm)) served.set(name, new Set())
    for (const [name, labels] of metricsIn(metrics)) for (const label of labels) served.get(name)?.add(label)
  })

  it("have conventional names: a prefix, the unit last, and _total for counters", () => {
    for (const name of served.keys()) assert.match(name, /^(?:landfall|process)_[a-z_]+$/)
    for (const name of served.keys()) assert.notMatch(name, /(?:millis|minutes|hours|_ms|_kb)(?:_|$)/)
  })

  for (const path of ["operations/grafana-dashboard.json", "operations/prometheus-alerts.yml"]) {
    it(`include every metric and label that ${path} names`, () => {
      const named = metricsIn(read(path))
      assert.isAbove(named.length, 15)
      for (const [name, labels] of named) {
        const servedLabels = served.get(name)
        assert.isDefined(servedLabels, `${path} names ${name}, which is not served`)
        for (const label of labels) {
          assert.isTrue(SCRAPER_LABELS.includes(label) || servedLabels.has(label), `${name} has no label ${label}`)
        }
      }
    })
  }

  it("are all described in operations.md, which describes no other", () => {
    const section = read("operations.md").split("\n## Prometheus metrics\n")[1]?.split("\n## ")[0] ?? ""
    const described = new Set(
      Array.from(section.matchAll(/^\| (`(?:landfall|process)_.*?) \|/gm)).flatMap(([, cell = ""]) =>
        metricsIn(cell).map(([name]) => name)
      )
    )
    assert.deepStrictEqual([...served.keys()].toSorted(), [...described].toSorted())
  })

  it("are queried by alert rules that each have a severity, a summary and a description", () => {
    const rules = read("operations/prometheus-alerts.yml").split("- alert: ").slice(1)
    assert.isAbove(rules.length, 10)
    for (const rule of rules) {
      assert.match(
        rule,
        /^Landfall\w+\n +expr: (.+)\n +for: \d+[mh]\n +labels:\n +severity: (?:critical|warning)\n +annotations:\n +summary: .+\n +description: .+/
      )
      const [, expression = ""] = /expr: (.+)/.exec(rule) ?? []
      assert.isTrue(
        metricsIn(expression).length > 0 || SCRAPER_METRICS.some((name) => expression.startsWith(`${name}{`))
      )
      for (const [open, close] of ["()", "[]", "{}"].map((pair) => [...pair])) {
        assert.strictEqual(expression.split(open ?? "").length, expression.split(close ?? "").length, expression)
      }
    }
  })
})
