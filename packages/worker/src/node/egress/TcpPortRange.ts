import { Option } from "effect"

/** Ports from `first` to `last`, both included. */
export interface TcpPortRange {
  readonly first: number
  readonly last: number
}

const RANGE = /^(\d{1,5})(?:-(\d{1,5}))?$/
const MAX_TCP_PORT = 65_535

const parseTcpPortRange = (text: string): Option.Option<TcpPortRange> => {
  const [, from, to] = RANGE.exec(text.trim()) ?? []
  const [first, last] = [Number(from), Number(to ?? from)]
  return from !== undefined && first >= 1 && first <= last && last <= MAX_TCP_PORT
    ? Option.some({ first, last })
    : Option.none()
}

/** Parses ports and ranges of ports such as `443,8000-8999`; none when any entry is invalid. */
export const parseTcpPorts = (text: string): Option.Option<ReadonlyArray<TcpPortRange>> =>
  Option.all(text.split(",").map(parseTcpPortRange))

/** The port of a URL, or the default port of its protocol. */
export const tcpPortOf = (url: { readonly protocol: string; readonly port: string }): number => {
  if (url.port !== "") return Number(url.port)
  return url.protocol === "https:" ? 443 : 80
}

/** Whether one of the ranges includes the port. */
export const includesTcpPort = (ranges: ReadonlyArray<TcpPortRange>, port: number): boolean =>
  ranges.some(({ first, last }) => first <= port && port <= last)

/** Ranges in the notation that `parseTcpPorts` accepts. */
export const formatTcpPorts = (ranges: ReadonlyArray<TcpPortRange>): string =>
  ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(", ")
