/** Numbers as the language of the viewer writes them. */
const MINUS = "−"

const formats = new Map<string, Intl.NumberFormat>()

const format = (value: number, digits: number, style: "decimal" | "percent"): string => {
  const key = `${style} ${digits}`
  const known =
    formats.get(key) ??
    new Intl.NumberFormat(undefined, { style, minimumFractionDigits: digits, maximumFractionDigits: digits })
  formats.set(key, known)
  return known.format(value)
}

/** A number with a fixed number of decimals, such as `1,058.4`. */
export const decimal = (value: number, digits: number): string => format(value, digits, "decimal")

/** A share of 0 to 1, such as `77%`. */
export const percent = (share: number, digits = 0): string => format(share, digits, "percent")

/** A difference with its sign, such as `+27.1` and `−15.4`. */
export const signed = (value: number, digits = 0): string => {
  const size = decimal(Math.abs(value), digits)
  return Number(Math.abs(value).toFixed(digits)) === 0 ? size : `${value > 0 ? "+" : MINUS}${size}`
}

const DAY_HOURS = 24

/** A duration of hours: `15.5 h` below a day, then `2 d 5 h`. */
export const daysAndHours = (hours: number): string => {
  const size = Math.abs(hours)
  if (size < DAY_HOURS) return `${decimal(hours, size === 0 ? 0 : 1)} h`
  const whole = Math.round(size)
  const rest = whole % DAY_HOURS
  const days = `${decimal((whole - rest) / DAY_HOURS, 0)} d`
  return `${hours < 0 ? MINUS : ""}${rest === 0 ? days : `${days} ${rest} h`}`
}
