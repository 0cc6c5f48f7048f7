import type { Dashboard } from "./Harness.ts"

const ALERTS = "/webhook/api/v1"

/** What the screens show in tests and pictures. */
export interface DemoData {
  readonly endpointId: string
  readonly failingId: string
}

/** Calls until the response is as expected. */
const until = async <A>(read: () => Promise<A>, isReady: (value: A) => boolean): Promise<A> => {
  for (;;) {
    const value = await read()
    if (isReady(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const TYPES = [
  "vessel.departure.from.first.pol",
  "vessel.arrival.at.transhipment_port",
  "vessel.departure.from.transhipment_port",
  "vessel.arrival.at.final.pod",
  "container.discharge.at.final.pod"
]

/** Fills an account with endpoints, one of which fails, and their attempts. */
export const fillAccount = async ({ server: { call }, receiver }: Dashboard): Promise<DemoData> => {
  const create = (body: unknown) => call("POST", `${ALERTS}/endpoint`, body)
  const { id: endpointId } = await create({
    url: receiver.url,
    description: "Transport management, production",
    filterTypes: TYPES,
    metadata: { team: "imports" },
    rateLimit: 50
  })
  const { id: failingId } = await create({
    url: receiver.url.replace("/alerts", "/planning"),
    description: "Planning desk",
    headers: { "x-desk": "planning" }
  })
  const example = (id: string, eventType: string) =>
    call("POST", `${ALERTS}/endpoint/${id}/send-example`, { eventType })
  const attemptsOf = (id: string) => call("GET", `${ALERTS}/endpoint/${id}/attempts`)
  for (const type of TYPES) await example(endpointId, type)
  await until(
    () => attemptsOf(endpointId),
    ({ data }) => data.length >= TYPES.length
  )
  receiver.respondWith(401, "signature does not match")
  await example(failingId, "container.discharge.at.final.pod")
  await until(
    () => attemptsOf(failingId),
    ({ data }) => data.length >= 1
  )
  receiver.respondWith(204)
  return { endpointId, failingId }
}
