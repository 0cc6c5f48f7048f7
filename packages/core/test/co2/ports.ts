import { Schema } from "effect"
import { Port } from "../../src/geo/Port.ts"

const decode = Schema.decodeUnknownSync(Port)

type Row = readonly [code: string, latitude: number, longitude: number]

/** Ports of every region and coast, at approximate positions. */
const ROWS: ReadonlyArray<Row> = [
  ["FRLEH", 49.47, 0.15],
  ["FRFOS", 43.4, 4.9],
  ["FRBAY", 43.52, -1.5],
  ["ESBCN", 41.35, 2.16],
  ["ESALG", 36.13, -5.43],
  ["ESBIO", 43.35, -3.05],
  ["ESCAD", 36.53, -6.28],
  ["ESLPA", 28.14, -15.41],
  ["NLRTM", 51.95, 4.05],
  ["DEHAM", 53.53, 9.92],
  ["ITGOA", 44.4, 8.9],
  ["RULED", 59.88, 30.2],
  ["RUNVS", 44.72, 37.8],
  ["RUVVO", 43.1, 131.9],
  ["SGSIN", 1.26, 103.8],
  ["CNSHA", 31.3, 121.9],
  ["JPYOK", 35.4, 139.7],
  ["USNYC", 40.67, -74.05],
  ["USHOU", 29.68, -95],
  ["USLAX", 33.74, -118.27],
  ["USHNL", 21.3, -157.87],
  ["CAVAN", 49.29, -123.07],
  ["CAHAL", 44.65, -63.57],
  ["MXZLO", 19.05, -104.3],
  ["MXVER", 19.2, -96.13],
  ["MXSCX", 16.17, -95.2],
  ["BRSSZ", -23.97, -46.3],
  ["PAONX", 9.36, -79.9],
  ["ZADUR", -29.88, 31.03],
  ["NGAPP", 6.44, 3.37],
  ["MACAS", 33.6, -7.6],
  ["MAPTM", 35.88, -5.5],
  ["EGPSD", 31.25, 32.3],
  ["EGSOK", 29.65, 32.35],
  ["AEJEA", 25, 55.05],
  ["INNSA", 18.95, 72.95],
  ["AUSYD", -33.97, 151.2],
  ["NZAKL", -36.84, 174.78]
]

const byCode = new Map(
  ROWS.map(([code, latitude, longitude]) => [
    code,
    decode({ code, name: code, country: code.slice(0, 2), position: { latitude, longitude } })
  ])
)

/** Every port of the table. */
export const ports: ReadonlyArray<Port> = [...byCode.values()]

/** The port of a code in the table. */
export const portOf = (code: string): Port => {
  const port = byCode.get(code)
  if (port === undefined) throw new Error(`no port ${code} in the table`)
  return port
}
