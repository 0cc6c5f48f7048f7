import { messages } from "../text/messages.ts"

/** The URL of the receiver that the server has built in, `TEST_RECEIVER_URL` of core. */
export const TEST_RECEIVER_URL = "landfall://test-receiver"

/** An endpoint as people call it: by its description, or by its URL. */
export const endpointName = ({
  description,
  url
}: {
  readonly description: string | null
  readonly url: string
}): string => description ?? (url === TEST_RECEIVER_URL ? messages.common.testReceiver : url)

/** The response of the test receiver: the request that it received. */
export interface ReceiverReport {
  readonly isVerified: boolean
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** Absent when it is too long to be repeated. */
  readonly body: string | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the response of the test receiver; undefined for any other text. */
export const readReport = (responseBody: string | null): ReceiverReport | undefined => {
  const report = parse(responseBody ?? "")
  if (!isRecord(report) || !isRecord(report.headers)) return undefined
  return {
    isVerified: report.signature === "valid",
    headers: Object.entries(report.headers).map(([name, value]) => [name, String(value)]),
    body: typeof report.body === "string" ? report.body : undefined
  }
}
