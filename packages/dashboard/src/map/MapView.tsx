import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from "react"
import { Button } from "../components/Button.tsx"
import { messages } from "../text/messages.ts"
import { drawMap } from "./drawMap.ts"
import { land } from "./Land.ts"
import { type MapLayers, type MapMark, pointsOf } from "./MapLayers.ts"
import {
  type LonLat,
  type MapSize,
  moveView,
  project,
  type MapView as View,
  viewBetween,
  viewOf,
  zoomView
} from "./Projection.ts"
import { useColours } from "./useColours.ts"

const texts = messages.map

const STEP_PIXELS = 80
const ZOOM_STEP = 1.6
const WHEEL_SPEED = 0.0022
const GLIDE_MILLIS = 220
/** How near the pointer has to be to a mark, in pixels. */
const REACH_PIXELS = 12

export interface MapViewProps {
  /** What the map shows, for screen readers. The same facts stand in a list beside it. */
  readonly label: string
  readonly layers: MapLayers
  /** What the map is about: when it changes, the map shows everything again. */
  readonly subject: string
  /** What to show at first; all of the layers without it. */
  readonly focus?: ReadonlyArray<LonLat>
  /** The least width of the first view. */
  readonly leastDegrees?: number
  readonly selected?: string | undefined
  readonly onSelect?: (id: string | undefined) => void
}

interface Hint {
  readonly mark: MapMark
  readonly x: number
  readonly y: number
}

const prefersStillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches

/** The mark under a point of the map: the nearest within reach. */
const markAt = (
  { marks = [] }: MapLayers,
  [x, y]: readonly [number, number],
  view: View,
  size: MapSize
): Hint | undefined => {
  let found: (Hint & { readonly distance: number }) | undefined
  for (const mark of marks) {
    const [markX, markY] = project(mark.at, view, size)
    const distance = Math.hypot(markX - x, markY - y)
    if (distance <= (found?.distance ?? REACH_PIXELS)) found = { mark, x: markX, y: markY, distance }
  }
  return found
}

/** A map of the world without requests to others: drag or the arrow keys move it, + and − or the wheel with Ctrl enlarge it. */
export const MapView = ({ label, layers, subject, focus, leastDegrees = 0.05, selected, onSelect }: MapViewProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<View>(undefined)
  const size = useRef<MapSize>({ width: 0, height: 0 })
  const pending = useRef(0)
  const glide = useRef(0)
  const pointers = useRef(new Map<number, readonly [number, number]>())
  const travelled = useRef(0)
  const [hint, setHint] = useState<Hint>()
  const [isFailed, setFailed] = useState(false)
  const { colours, theme } = useColours(frame)

  const home = useEffectEvent(() => viewOf(focus ?? pointsOf(layers), size.current, leastDegrees))

  const paint = useEffectEvent(() => {
    pending.current = 0
    const context = canvas.current?.getContext("2d")
    if (context == null || size.current.width === 0) return
    const shown = view.current ?? home()
    view.current = shown
    const density = devicePixelRatio
    const font = frame.current === null ? "12px sans-serif" : `500 12px ${getComputedStyle(frame.current).fontFamily}`
    drawMap({
      context,
      view: shown,
      size: size.current,
      density,
      colours,
      font,
      land: land.shapesIn(shown, size.current, () => draw()),
      layers,
      selected
    })
  })

  /** Draws before the next frame of the screen, however often it is called until then. */
  const draw = useCallback(() => {
    if (pending.current === 0) pending.current = requestAnimationFrame(() => paint())
  }, [])

  const show = (next: View) => {
    view.current = next
    setHint(undefined)
    draw()
  }

  const glideTo = useEffectEvent((to: View) => {
    cancelAnimationFrame(glide.current)
    const from = view.current
    if (from === undefined || prefersStillness()) {
      view.current = to
      draw()
      return
    }
    const startedAt = performance.now()
    const step = (now: number) => {
      const share = Math.min(1, (now - startedAt) / GLIDE_MILLIS)
      view.current = viewBetween(from, to, 1 - (1 - share) ** 3)
      draw()
      if (share < 1) glide.current = requestAnimationFrame(step)
    }
    glide.current = requestAnimationFrame(step)
  })

  useEffect(() => {
    land.load().then(draw, () => setFailed(true))
    return () => {
      cancelAnimationFrame(pending.current)
      cancelAnimationFrame(glide.current)
      pending.current = 0
    }
  }, [draw])

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      const isFirst = size.current.width === 0
      size.current = { width, height }
      const sheet = canvas.current
      if (sheet !== null) {
        sheet.width = Math.round(width * devicePixelRatio)
        sheet.height = Math.round(height * devicePixelRatio)
      }
      if (isFirst) view.current = undefined
      draw()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [draw])

  // Another subject begins with a view of its own.
  useEffect(() => {
    view.current = undefined
    draw()
  }, [subject, draw])

  useEffect(() => draw(), [layers, selected, theme, draw])

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    // React listens to the wheel passively, so that the page would scroll as well.
    const turn = (event: WheelEvent) => {
      if (!(event.ctrlKey || event.metaKey || element.contains(document.activeElement)) || view.current === undefined)
        return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      view.current = zoomView(
        view.current,
        Math.exp(-event.deltaY * WHEEL_SPEED * (event.ctrlKey ? 4 : 1)),
        [event.clientX - left, event.clientY - top],
        size.current
      )
      setHint(undefined)
      draw()
    }
    element.addEventListener("wheel", turn, { passive: false })
    return () => element.removeEventListener("wheel", turn)
  }, [draw])

  const placeOf = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {}
    return [clientX - left, clientY - top]
  }

  const zoom = (factor: number) => {
    if (view.current === undefined) return
    const { width, height } = size.current
    glideTo(zoomView(view.current, factor, [width / 2, height / 2], size.current))
    setHint(undefined)
  }

  const press = (event: PointerEvent<HTMLCanvasElement>) => {
    cancelAnimationFrame(glide.current)
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, placeOf(event))
    travelled.current = 0
  }

  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const place = placeOf(event)
    const before = pointers.current.get(event.pointerId)
    if (view.current === undefined) return
    if (before === undefined) {
      setHint(markAt(layers, place, view.current, size.current))
      return
    }
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    pointers.current.set(event.pointerId, place)
    const [dx, dy] = [place[0] - before[0], place[1] - before[1]]
    travelled.current += Math.abs(dx) + Math.abs(dy)
    const [other] = others
    if (other === undefined) {
      show(moveView(view.current, dx, dy, size.current))
      return
    }
    // Two fingers: the map grows by their distance, and follows their middle.
    const distance = Math.hypot(place[0] - other[0], place[1] - other[1])
    const distanceBefore = Math.hypot(before[0] - other[0], before[1] - other[1])
    const middle = [(place[0] + other[0]) / 2, (place[1] + other[1]) / 2] as const
    const grown = zoomView(view.current, distance / Math.max(1, distanceBefore), middle, size.current)
    show(moveView(grown, dx / 2, dy / 2, size.current))
  }

  const release = (event: PointerEvent<HTMLCanvasElement>) => {
    pointers.current.delete(event.pointerId)
    if (event.type !== "pointerup" || travelled.current > 4 || view.current === undefined) return
    const found = markAt(layers, placeOf(event), view.current, size.current)
    setHint(found)
    onSelect?.(found?.mark.id)
  }

  const pressKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || view.current === undefined) return
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [STEP_PIXELS, 0],
      ArrowRight: [-STEP_PIXELS, 0],
      ArrowUp: [0, STEP_PIXELS],
      ArrowDown: [0, -STEP_PIXELS]
    }
    const step = moves[event.key]
    if (step !== undefined) glideTo(moveView(view.current, step[0], step[1], size.current))
    else if (event.key === "+" || event.key === "=") zoom(ZOOM_STEP)
    else if (event.key === "-") zoom(1 / ZOOM_STEP)
    else if (event.key === "0" || event.key === "Home") glideTo(home())
    else return
    event.preventDefault()
    setHint(undefined)
  }

  return (
    <div className="map">
      <div
        ref={frame}
        className="map-frame"
        role="application"
        aria-label={texts.label(label)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move and enlarge the map
        tabIndex={0}
        onKeyDown={pressKey}
      >
        <canvas
          ref={canvas}
          className="map-canvas"
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
          onPointerLeave={() => setHint(undefined)}
          onDoubleClick={() => zoom(ZOOM_STEP)}
        />
        {hint === undefined ? null : (
          <div
            className="map-hint"
            data-below={hint.y < 90}
            style={{ left: `${Math.min(Math.max(hint.x, 90), size.current.width - 90)}px`, top: `${hint.y}px` }}
          >
            <strong className="break">{hint.mark.name}</strong>
            {hint.mark.details?.map((detail) => (
              <span key={detail} className="break">
                {detail}
              </span>
            ))}
          </div>
        )}
      </div>
      <div className="map-buttons">
        <Button size="small" aria-label={texts.zoomIn} onPress={() => zoom(ZOOM_STEP)}>
          +
        </Button>
        <Button size="small" aria-label={texts.zoomOut} onPress={() => zoom(1 / ZOOM_STEP)}>
          −
        </Button>
        <Button size="small" aria-label={texts.fit} onPress={() => glideTo(home())}>
          <svg
            viewBox="0 0 12 12"
            width="12"
            height="12"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            aria-hidden="true"
          >
            <path d="M1 4V1h3M8 1h3v3M11 8v3H8M4 11H1V8" />
          </svg>
        </Button>
      </div>
      <p className="map-source small muted">
        {isFailed ? texts.failed : texts.source}
        <span className="map-help"> · {texts.help}</span>
      </p>
    </div>
  )
}
