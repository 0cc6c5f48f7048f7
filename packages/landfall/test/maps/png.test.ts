import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inflateSync } from "node:zlib"
import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { renderPng, writeDrawing } from "../../src/maps/Drawing.ts"

const svgOf = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20" width="60" height="20" font-family="system-ui, sans-serif" font-size="13">${inner}</svg>`

/** Width, height and all image data of a PNG, by the chunks of ISO/IEC 15948. */
const readPng = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const data: Array<Uint8Array> = []
  for (let at = 8; at < bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === "IDAT") data.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)))
  }
  return { width: view.getUint32(16), height: view.getUint32(20), pixels: inflateSync(Buffer.concat(data)) }
}

describe("a drawing as PNG", () => {
  it.effect("has two pixels per unit of the drawing, on every call", () =>
    Effect.gen(function* () {
      for (const colour of ["#fff", "#123456"]) {
        const png = yield* renderPng(svgOf(`<rect width="60" height="20" fill="${colour}"/>`))
        assert.deepStrictEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        const { height, width } = readPng(png)
        assert.deepStrictEqual([width, height], [120, 40])
      }
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("shows text, in other alphabets too", () =>
    Effect.gen(function* () {
      const blank = readPng(yield* renderPng(svgOf(""))).pixels
      for (const text of ["Gdańsk", "İzmir", "Πειραιάς", "Владивосток"]) {
        const written = readPng(yield* renderPng(svgOf(`<text y="15">${text}</text>`))).pixels
        assert.notDeepEqual(written, blank, text)
      }
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("is rejected when the text is not SVG", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(renderPng("<svg><unclosed"))
      assert.include(message, "cannot be rendered as PNG")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("is written as SVG or PNG by the extension of its file", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "landfall-png-"))
      const svg = svgOf("")
      yield* writeDrawing(join(folder, "a.svg"), svg)
      yield* writeDrawing(join(folder, "b.PNG"), svg)
      assert.strictEqual(readFileSync(join(folder, "a.svg"), "utf8"), svg)
      assert.strictEqual(readFileSync(join(folder, "b.PNG")).subarray(1, 4).toString(), "PNG")
      rmSync(folder, { recursive: true })
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
