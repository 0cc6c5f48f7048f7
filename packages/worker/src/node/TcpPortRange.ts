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

/** Reads ports and ranges of ports such as `443,8000-8999`; none when one of them is neither. */
export const parseTcpPorts = (text: string): Option.Option<ReadonlyArray<TcpPortRange>> =>
  Option.all(text.split(",").map(parseTcpPortRange))

/** The port that a URL names, or that its protocol stands for. */
export const tcpPortOf = (url: { readonly protocol: string; readonly port: string }): number => {
  if (url.port !== "") return Number(url.port)
  return url.protocol === "https:" ? 443 : 80
}

/** Whether one of the ranges has the port. */
export const includesTcpPort = (ranges: ReadonlyArray<TcpPortRange>, port: number): boolean =>
  ranges.some(({ first, last }) => first <= port && port <= last)

/** Ranges as they are read. */
export const formatTcpPorts = (ranges: ReadonlyArray<TcpPortRange>): string =>
  ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(", ")
