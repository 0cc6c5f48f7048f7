import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from "react"
import { ZOOM_STEP } from "./MapButtons.tsx"
import type { MapCamera } from "./MapCamera.ts"
import { type Hint, markAt } from "./MapHint.tsx"
import type { MapLayers } from "./MapLayers.ts"

const STEP_PIXELS = 80
const WHEEL_SPEED = 0.0022
/** A pointer that has moved less has pressed. */
const PRESS_PIXELS = 4

type Point = readonly [x: number, y: number]

const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: [STEP_PIXELS, 0],
  ArrowRight: [-STEP_PIXELS, 0],
  ArrowUp: [0, STEP_PIXELS],
  ArrowDown: [0, -STEP_PIXELS]
}

interface Gestures {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly camera: MapCamera
  readonly layers: MapLayers
  readonly onHint: (hint: Hint | undefined) => void
  readonly onSelect: ((id: string | undefined) => void) | undefined
  /** Shows everything again. */
  readonly onFit: () => void
}

/** The wheel enlarges the map with Ctrl, or once the map is selected. */
const useWheel = ({ frame, camera, onHint }: Pick<Gestures, "frame" | "camera" | "onHint">): void => {
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    // React listens to the wheel passively, so that the page would scroll as well.
    const turn = (event: WheelEvent) => {
      if (!(event.ctrlKey || event.metaKey || element.contains(document.activeElement))) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const factor = Math.exp(-event.deltaY * WHEEL_SPEED * (event.ctrlKey ? 4 : 1))
      camera.follow(0, 0, factor, [event.clientX - left, event.clientY - top])
      onHint(undefined)
    }
    element.addEventListener("wheel", turn, { passive: false })
    return () => element.removeEventListener("wheel", turn)
  }, [frame, camera, onHint])
}

/** The handlers of pointers, the wheel and keys on a map. */
export const useMapGestures = ({ frame, camera, layers, onHint, onSelect, onFit }: Gestures) => {
  const pointers = useRef(new Map<number, Point>())
  const travelled = useRef(0)
  useWheel({ frame, camera, onHint })

  const placeOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {}
    return [clientX - left, clientY - top]
  }

  const hintAt = (place: Point): Hint | undefined =>
    camera.view === undefined ? undefined : markAt(layers, place, camera.view, camera.size)

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    camera.stop()
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, placeOf(event))
    travelled.current = 0
  }

  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const place = placeOf(event)
    const before = pointers.current.get(event.pointerId)
    if (before === undefined) {
      onHint(hintAt(place))
      return
    }
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    pointers.current.set(event.pointerId, place)
    const [dx, dy] = [place[0] - before[0], place[1] - before[1]]
    travelled.current += Math.abs(dx) + Math.abs(dy)
    onHint(undefined)
    if (other === undefined) {
      camera.follow(dx, dy)
      return
    }
    // Two fingers: the map grows by their distance, and follows their middle.
    const distance = Math.hypot(place[0] - other[0], place[1] - other[1])
    const distanceBefore = Math.hypot(before[0] - other[0], before[1] - other[1])
    const middle = [(place[0] + other[0]) / 2, (place[1] + other[1]) / 2] as const
    camera.follow(dx / 2, dy / 2, distance / Math.max(1, distanceBefore), middle)
  }

  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>) => {
    pointers.current.delete(event.pointerId)
    if (event.type !== "pointerup" || travelled.current > PRESS_PIXELS) return
    const found = hintAt(placeOf(event))
    onHint(found)
    onSelect?.(found?.mark.id)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = MOVES[event.key]
    if (move !== undefined) camera.pan(move[0], move[1])
    else if (event.key === "+" || event.key === "=") camera.zoom(ZOOM_STEP)
    else if (event.key === "-") camera.zoom(1 / ZOOM_STEP)
    else if (event.key === "0" || event.key === "Home") onFit()
    else return
    event.preventDefault()
    onHint(undefined)
  }

  return {
    onKeyDown,
    onPointer: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onPointerLeave: () => onHint(undefined)
    }
  }
}
