declare module "searoute-js" {
  /** Origin and destination are GeoJSON point features; the answer is a line feature with its length. */
  const searoute: (origin: unknown, destination: unknown, units?: string) => { properties: { length: number } } | null
  export default searoute
}
