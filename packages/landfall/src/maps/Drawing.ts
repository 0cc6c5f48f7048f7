import { fileURLToPath } from "node:url"
import { Effect, FileSystem, Schema } from "effect"

/** A drawing that could not be made into a picture of pixels. */
export class PngError extends Schema.TaggedError<PngError>()("PngError", { message: Schema.String }) {}

const FONT_FAMILY = "DejaVu Sans"
const FONT_FILES = [
  import.meta.resolve("@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2"),
  import.meta.resolve("@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2")
]

/** Pixels for each unit of the drawing, so that letters stay sharp on dense screens and in print. */
const ZOOM = 2

const toPngError = (cause: unknown) =>
  new PngError({ message: `the drawing cannot be made into a PNG: ${String(cause)}` })

const readModuleFile = Effect.fnUntraced(function* (url: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.readFile(fileURLToPath(url))
})

let renderer: Promise<typeof import("@resvg/resvg-wasm")> | undefined

/** The renderer refuses to be started twice in a process. */
const startRenderer = (wasm: Uint8Array<ArrayBuffer>) => {
  renderer ??= import("@resvg/resvg-wasm").then((resvg) => resvg.initWasm(wasm).then(() => resvg))
  return renderer
}

/** The pixels of an SVG document as PNG bytes, two for each of its units; all text in DejaVu Sans, which comes along. */
export const renderPng = Effect.fnUntraced(function* (svg: string) {
  const wasm = yield* readModuleFile(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))
  const fontBuffers = yield* Effect.forEach(FONT_FILES, readModuleFile)
  const { Resvg } = yield* Effect.tryPromise({ try: () => startRenderer(new Uint8Array(wasm)), catch: toPngError })
  return yield* Effect.try({
    try: () => {
      const drawing = new Resvg(svg, {
        fitTo: { mode: "zoom", value: ZOOM },
        font: { fontBuffers, defaultFontFamily: FONT_FAMILY, sansSerifFamily: FONT_FAMILY }
      })
      const picture = drawing.render()
      const png = picture.asPng()
      picture.free()
      drawing.free()
      return png
    },
    catch: toPngError
  })
})

/** Writes a drawing as PNG where the name of its file ends in `.png`, else as the SVG that it is. */
export const writeDrawing = Effect.fnUntraced(function* (path: string, svg: string) {
  const fs = yield* FileSystem.FileSystem
  if (!path.toLowerCase().endsWith(".png")) return yield* fs.writeFileString(path, svg)
  yield* fs.writeFile(path, yield* renderPng(svg))
})

/** What is wrong with the name of a file to draw into, if anything. */
export const drawingFileFaults = (path: string): ReadonlyArray<string> =>
  /\.(?:svg|png)$/i.test(path) ? [] : [`--map draws SVG or PNG: name a file that ends in .svg or .png, not ${path}`]
