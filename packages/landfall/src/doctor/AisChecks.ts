import { createSocket } from "node:dgram"
import { connect, createServer } from "node:net"
import { isLoopbackAddress } from "@landfall/core/alerts/egress/Listener"
import { formatCount } from "@landfall/core/listing/Count"
import { Effect, Logger, Option, Stream } from "effect"
import { type AisSourceOptions, openAisSource } from "../ais/AisSources.ts"
import {
  type AisCatcherSource,
  type AisSource,
  type AisSourceGroup,
  aisSourceName,
  type NmeaSource,
  type ProviderSource
} from "../settings/AisSourceValues.ts"
import { type Finding, failed, ok, warning } from "./Finding.ts"

const CONNECT_TIMEOUT_MILLIS = 4_000

/** The time within which a provider must send its first vessel report. */
const REPORT_TIMEOUT_SECONDS = 8

/** Connects to a source of AIS and closes; none when that works, else the error code. */
const connectTcp = ({ host, port }: NmeaSource) =>
  Effect.callback<Option.Option<string>>((resume) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MILLIS })
    const end = (fault: Option.Option<string>) => {
      socket.destroy()
      resume(Effect.succeed(fault))
    }
    socket.once("connect", () => end(Option.none()))
    socket.once("timeout", () => end(Option.some("ETIMEDOUT")))
    socket.once("error", (error: NodeJS.ErrnoException) => end(Option.some(error.code ?? error.message)))
    return Effect.sync(() => socket.destroy())
  })

/** Listens on a local UDP address and closes; none when that works, else the error code. */
const bindUdp = ({ host, port }: NmeaSource) =>
  Effect.callback<Option.Option<string>>((resume) => {
    const socket = createSocket(host.includes(":") ? "udp6" : "udp4")
    socket.once("error", (error: NodeJS.ErrnoException) =>
      resume(Effect.succeed(Option.some(error.code ?? error.message)))
    )
    socket.bind(port, host, () => socket.close(() => resume(Effect.succeed(Option.none()))))
  })

const checkTcp = Effect.fnUntraced(function* (check: string, source: NmeaSource) {
  return Option.match(yield* connectTcp(source), {
    onNone: () => ok(check, "The source accepts connections."),
    onSome: (code) =>
      failed(
        check,
        `The source cannot be reached (${code}).`,
        "Start the receiver, or check its host and port in LANDFALL_AIS."
      )
  })
})

/** Listens on a local TCP address and closes; none when that works, else the error code. */
const bindTcp = ({ host, port }: AisCatcherSource) =>
  Effect.callback<Option.Option<string>>((resume) => {
    const server = createServer()
    server.once("error", (error: NodeJS.ErrnoException) =>
      resume(Effect.succeed(Option.some(error.code ?? error.message)))
    )
    server.listen(port, host, () => server.close(() => resume(Effect.succeed(Option.none()))))
  })

const judgeListener = (check: string, fault: Option.Option<string>, example: string): Finding =>
  Option.match(fault, {
    onNone: () => ok(check, "The address is free to listen on."),
    onSome: (code) =>
      code === "EADDRINUSE"
        ? ok(check, "A process listens on the address, such as a running server or worker.")
        : failed(
            check,
            `No process can listen on the address (${code}).`,
            `Name an address of this machine in LANDFALL_AIS, such as ${example}.`
          )
  })

/** Whether an address can be listened on, and whether only AIS-catcher can post to it. */
const checkAisCatcher = Effect.fnUntraced(function* (
  check: string,
  source: AisCatcherSource,
  { aisCatcherCredentials }: AisSourceOptions
) {
  const finding = judgeListener(check, yield* bindTcp(source), "aiscatcher+http://127.0.0.1:10112/")
  return finding.status === "ok" && Option.isNone(aisCatcherCredentials) && !isLoopbackAddress(source.host)
    ? warning(
        check,
        "Every sender that reaches the address can post positions.",
        "Set LANDFALL_AISCATCHER_USERPWD to USER:PASSWORD, and USERPWD in AIS-catcher to the same."
      )
    : finding
})

/** Receives a provider until its first vessel report. The log of the reconnections is part of the finding. */
const checkProvider = Effect.fnUntraced(function* (check: string, source: ProviderSource, options: AisSourceOptions) {
  const { reports, tally } = openAisSource(source, options)
  const first = yield* Stream.runHead(reports).pipe(
    Effect.timeoutOption(`${REPORT_TIMEOUT_SECONDS} seconds`),
    Effect.provide(Logger.layer([]))
  )
  if (Option.isSome(first)) return ok(check, "The source sends vessel reports.")
  const { isConnected, lastDisconnection, lines } = tally.counts()
  if (!isConnected) {
    const reason = Option.getOrElse(lastDisconnection, () => `No connection within ${REPORT_TIMEOUT_SECONDS} s.`)
    return failed(check, `The source cannot be received. ${reason}`, "Check its URL and its key in the settings.")
  }
  return warning(
    check,
    `The source is connected, and sent no vessel report within ${REPORT_TIMEOUT_SECONDS} s (${formatCount(lines, "other message")}).`,
    "Check that its key is valid and that vessels are in its area; try again, because a provider can pause."
  )
})

const checkSource = (options: AisSourceOptions) => (source: AisSource) => {
  const check = `AIS ${aisSourceName(source)}`
  switch (source.protocol) {
    case "tcp":
      return checkTcp(check, source)
    case "udp":
      return Effect.map(bindUdp(source), (fault) => judgeListener(check, fault, "udp://0.0.0.0:10110"))
    case "aiscatcher":
      return checkAisCatcher(check, source, options)
    default:
      return checkProvider(check, source, options)
  }
}

/** The checks of the sources of live AIS, stand-bys among them. */
export const aisChecks = ({
  ais,
  ...options
}: AisSourceOptions & { readonly ais: ReadonlyArray<AisSourceGroup> }): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.forEach(ais.flat(), checkSource(options), { concurrency: 8 })
