const DAY_MILLIS = 86_400_000
const DAYS = 130
/** Factors of the first six digits of an IMO number; its last digit is that of their sum. */
const IMO_FACTORS = [7, 6, 5, 4, 3, 2]

/** The IMO number that begins with these six digits. */
const imoOf = (digits: number): string => {
  const text = String(digits)
  const sum = IMO_FACTORS.reduce((total, factor, index) => total + factor * Number(text[index]), 0)
  return `${text}${sum % 10}`
}

interface PortPattern {
  readonly port: string
  /** Arrivals on day `day`, from 0. */
  readonly arrivals: (day: number) => number
  readonly stayHours: number
}

const PATTERNS: ReadonlyArray<PortPattern> = [
  { port: "NLRTM", arrivals: (day) => 5 + Math.round(3 * Math.sin(day / 5)), stayHours: 40 },
  { port: "DEHAM", arrivals: (day) => 3 + (day % 3), stayHours: 31 }
]

const TYPES = ["cargo", "cargo", "tanker", "roro"]

/** Port calls of the last 130 days in two ports, in the form that `landfall import port-calls` reads. */
export const portCallsCsv = (now: number): string => {
  const rows = ["port,imo,arrivedAt,berthedAt,departedAt,vesselName,vesselType"]
  const at = (millis: number) => new Date(millis).toISOString()
  let vessel = 900_100
  for (const { port, arrivals, stayHours } of PATTERNS) {
    for (let day = 0; day < DAYS; day++) {
      for (let index = 0; index < arrivals(day); index++) {
        vessel += 1
        const arrived = now - (DAYS - day) * DAY_MILLIS + index * 2_700_000
        const departed = arrived + (stayHours + index * 6 + (day % 7) * 1.5 + (day > DAYS - 30 ? 5 : 0)) * 3_600_000
        const end = departed < now ? at(departed) : ""
        rows.push(
          [port, imoOf(vessel), at(arrived), at(arrived + 7_200_000), end, `VESSEL ${vessel}`, TYPES[index % 4]].join(
            ","
          )
        )
      }
    }
  }
  return `${rows.join("\n")}\n`
}
