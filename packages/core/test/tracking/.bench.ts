import { diffJourneys } from "../../src/tracking/DateChange.ts"
import { deriveJourneys, deriveContainerJourneys } from "../../src/tracking/Journey.ts"
import { NOTHING_NOTIFIED } from "../../src/tracking/Notified.ts"
import { directVoyage, on, transhipment, BOX, arrives, departs } from "./fixtures.ts"
const terms = { thresholdHours: 24, registeredAt: on("01-01"), firstSnapshot: false }
const planned = (es: any[]) => es.flatMap((e, i) => [{...e, classifier: "PLN", eventDateTime: e.eventDateTime - 86400000}, {...e, classifier:"EST", eventDateTime: e.eventDateTime - 3600000}, e])
const bags = Array.from({length: 2000}, (_, n) => planned((n % 2 ? directVoyage() : transhipment()) as any[]).map(e => ({...e, equipmentReference: e.equipmentReference._tag === "Some" ? {...e.equipmentReference, } : e.equipmentReference})))
const per = bags.reduce((n,b)=>n+b.length,0)
for (let round=0; round<25; round++) {
  const t = BigInt(process.cpuUsage().user)*1000n; let alerts = 0
  for (const bag of bags) { const d = diffJourneys(deriveContainerJourneys(bag, BOX), NOTHING_NOTIFIED, terms); alerts += d.alerts.length }
  const ns = Number(BigInt(process.cpuUsage().user)*1000n-t)
  console.log("bags/s", (bags.length/ns*1e9).toFixed(0), "events/s", (per/ns*1e9).toFixed(0), "us/bag", (ns/1e3/bags.length).toFixed(1), per/bags.length, alerts)
}
// incremental: one new event each
{ let n=0; const t = BigInt(process.cpuUsage().user)*1000n
  for (const bag of bags.slice(0,400)) { let notified = NOTHING_NOTIFIED; for (let i=1;i<=bag.length;i++) { notified = diffJourneys(deriveContainerJourneys(bag.slice(0,i), BOX), notified, terms).notified; n++ } }
  console.log("incremental events/s", (n/Number(BigInt(process.cpuUsage().user)*1000n-t)*1e9).toFixed(0)) }
{ const js = bags.map(b => deriveContainerJourneys(b, BOX)); const prev = js.map(j => diffJourneys(j, NOTHING_NOTIFIED, terms).notified)
  for (let r=0;r<3;r++){ const t = BigInt(process.cpuUsage().user)*1000n; for (let i=0;i<js.length;i++) diffJourneys(js[i]!, prev[i]!, terms); console.log("diff only us", Number(BigInt(process.cpuUsage().user)*1000n-t)/1e3/js.length) } }
