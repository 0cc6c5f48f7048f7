// Loaded into a worker before everything else: its clock is ahead by the days of SHIFTED_DAYS.
const RealDate = Date
const offset = Number(process.env.SHIFTED_DAYS) * 86_400_000
const now = () => RealDate.now() + offset

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [now()] : values))
  }
  static now() {
    return now()
  }
}
