import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react"
import { messages } from "../text/messages.ts"
import { drawMap } from "./drawMap.ts"
import { land } from "./Land.ts"
import { MapButtons, ZOOM_STEP } from "./MapButtons.tsx"
import { MapCamera } from "./MapCamera.ts"
import { type Hint, MapHint } from "./MapHint.tsx"
import { type MapLayers, pointsOf } from "./MapLayers.ts"
import { type LonLat, viewOf } from "./Projection.ts"
import { useColours } from "./useColours.ts"
import { useMapGestures } from "./useMapGestures.ts"

const texts = messages.map

export interface MapViewProps {
  /** The content of the map, for screen readers. A list beside it has the same facts. */
  readonly label: string
  readonly layers: MapLayers
  /** The subject of the map: when it changes, the map shows everything again. */
  readonly subject: string
  /** The points to show at first; all of the layers by default. */
  readonly focus?: ReadonlyArray<LonLat>
  /** The least width of the first view. */
  readonly leastDegrees?: number
  readonly selected?: string | undefined
  readonly onSelect?: (id: string | undefined) => void
}

/** A map of the world without requests to others: drag or the arrow keys move it, + and − or the wheel with Ctrl enlarge it. */
export const MapView = ({ label, layers, subject, focus, leastDegrees = 0.05, selected, onSelect }: MapViewProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const pending = useRef(0)
  const [camera] = useState(() => new MapCamera())
  const [hint, setHint] = useState<Hint>()
  const [isFailed, setFailed] = useState(false)
  const { colours, theme } = useColours(frame)

  const homeView = () => viewOf(focus ?? pointsOf(layers), camera.size, leastDegrees)
  const fit = () => {
    camera.fit(homeView())
    setHint(undefined)
  }
  const { onKeyDown, onPointer } = useMapGestures({ frame, camera, layers, onHint: setHint, onSelect, onFit: fit })

  const paint = useEffectEvent(() => {
    pending.current = 0
    const context = canvas.current?.getContext("2d")
    const { size } = camera
    if (context == null || size.width === 0) return
    const view = camera.viewFrom(homeView)
    const family = frame.current === null ? "sans-serif" : getComputedStyle(frame.current).fontFamily
    drawMap({
      context,
      view,
      size,
      density: devicePixelRatio,
      colours,
      font: `500 12px ${family}`,
      land: land.shapesIn(view, size, () => draw()),
      layers,
      selected
    })
  })

  /** Draws before the next frame of the screen, however often it is called until then. */
  const draw = useCallback(() => {
    if (pending.current === 0) pending.current = requestAnimationFrame(() => paint())
  }, [])

  useEffect(() => {
    camera.onMove = draw
    land.load().then(draw, () => setFailed(true))
    return () => {
      camera.onMove = () => undefined
      camera.stop()
      cancelAnimationFrame(pending.current)
      pending.current = 0
    }
  }, [camera, draw])

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      if (canvas.current !== null) {
        canvas.current.width = Math.round(width * devicePixelRatio)
        canvas.current.height = Math.round(height * devicePixelRatio)
      }
      camera.resize({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [camera])

  // Another subject begins with a view of its own.
  useEffect(() => camera.reset(), [subject, camera])

  useEffect(() => draw(), [layers, selected, theme, draw])

  return (
    <div className="map">
      <div
        ref={frame}
        className="map-frame"
        role="application"
        aria-label={texts.label(label)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move and enlarge the map
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className="map-canvas" {...onPointer} onDoubleClick={() => camera.zoom(ZOOM_STEP)} />
        {hint === undefined ? null : <MapHint hint={hint} width={camera.size.width} />}
      </div>
      <MapButtons
        onZoom={(factor) => {
          camera.zoom(factor)
          setHint(undefined)
        }}
        onFit={fit}
      />
      <p className="map-source small muted">
        {isFailed ? texts.failed : texts.source}
        <span className="map-help"> · {texts.help}</span>
      </p>
    </div>
  )
}
