import { Effect, FileSystem, Schema } from "effect"
import { Assets } from "../assets/Assets.ts"

/** An SVG document that cannot be rendered as PNG. */
export class PngError extends Schema.TaggedError<PngError>()("PngError", { message: Schema.String }) {}

const FONT_FAMILY = "DejaVu Sans"
const FONT_FILES = [
  "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2",
  "@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2"
] as const

/** Pixels per unit of the drawing: letters stay sharp on dense screens and in print. */
const ZOOM = 2

const toPngError = (cause: unknown) =>
  new PngError({ message: `the map cannot be rendered as PNG: ${String(cause)}. Use a file name that ends in .svg.` })

let renderer: Promise<typeof import("@resvg/resvg-wasm")> | undefined

/** Starts the renderer once: a second start in the same process fails. */
const startRenderer = (wasm: Uint8Array<ArrayBuffer>) => {
  renderer ??= import("@resvg/resvg-wasm").then((resvg) => resvg.initWasm(wasm).then(() => resvg))
  return renderer
}

/** Renders an SVG document as PNG, two pixels per unit, with all text in the bundled DejaVu Sans. */
export const renderPng = Effect.fnUntraced(function* (svg: string) {
  const { read } = yield* Assets
  const wasm = yield* read("@resvg/resvg-wasm/index_bg.wasm")
  const fontBuffers = yield* Effect.forEach(FONT_FILES, read)
  const { Resvg } = yield* Effect.tryPromise({ try: () => startRenderer(wasm), catch: toPngError })
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

/** Writes an SVG document to a file; as PNG when the name of the file ends in `.png`. */
export const writeDrawing = Effect.fnUntraced(function* (path: string, svg: string) {
  const fs = yield* FileSystem.FileSystem
  if (!path.toLowerCase().endsWith(".png")) return yield* fs.writeFileString(path, svg)
  yield* fs.writeFile(path, yield* renderPng(svg))
})
