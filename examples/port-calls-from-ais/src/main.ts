import { createReadStream, writeFileSync } from "node:fs"
import process from "node:process"
import { createGunzip } from "node:zlib"
import { Effect, Stream } from "effect"
import { portCallsOf, toGeoJson } from "./PortCalls.ts"

const [file = "data/ais.csv", output = "port-calls.geojson"] = process.argv.slice(2)

const opened = createReadStream(file)
const plain = file.endsWith(".gz") ? opened.pipe(createGunzip()) : opened
const bytes = Stream.fromAsyncIterable<Uint8Array, Error>(plain, (error) =>
  error instanceof Error ? error : new Error(String(error))
)
const { calls, counts } = await Effect.runPromise(portCallsOf(file, bytes))
writeFileSync(output, `${JSON.stringify(toGeoJson(calls), null, 2)}\n`)
console.log(`${counts.lines} lines, ${calls.length} port calls: ${output}`)
