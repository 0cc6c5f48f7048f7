import { boundView, type MapSize, type MapView, moveView, viewBetween, zoomView } from "./Projection.ts"

const GLIDE_MILLIS = 220

const prefersStillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches

/** The view of a map, and its movement to the next one. There is no view until the first drawing sets one. */
export class MapCamera {
  /** Runs when the view has changed. */
  onMove: () => void = () => undefined
  #view: MapView | undefined
  #size: MapSize = { width: 0, height: 0 }
  /** Whether a person has chosen the view. Until then, it fits the size of the map. */
  #isChosen = false
  #glide = 0

  get view(): MapView | undefined {
    return this.#view
  }

  get size(): MapSize {
    return this.#size
  }

  /** The view, which begins with `first`. */
  viewFrom(first: () => MapView): MapView {
    this.#view ??= first()
    return this.#view
  }

  /** Discards the view: the next drawing sets the first one again. */
  reset(): void {
    this.#view = undefined
    this.#isChosen = false
    this.onMove()
  }

  resize(size: MapSize): void {
    if (!this.#isChosen) this.#view = undefined
    this.#size = size
    if (this.#view !== undefined) this.#view = boundView(this.#view, size)
    this.onMove()
  }

  /** Glides to the view that the map begins with. */
  fit(to: MapView): void {
    this.#isChosen = false
    this.#glideTo(to)
  }

  #show(view: MapView): void {
    this.#view = view
    this.onMove()
  }

  /** Moves to a view within a fifth of a second, or immediately where the reader prefers less motion. */
  #glideTo(to: MapView): void {
    this.stop()
    const from = this.#view
    if (from === undefined || prefersStillness()) {
      this.#show(to)
      return
    }
    const startedAt = performance.now()
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, now - startedAt) / GLIDE_MILLIS)
      this.#show(viewBetween(from, to, 1 - (1 - share) ** 3))
      if (share < 1) this.#glide = requestAnimationFrame(step)
    }
    this.#glide = requestAnimationFrame(step)
  }

  #choose(view: MapView): void {
    this.#isChosen = true
    this.#glideTo(view)
  }

  /** Ends a movement where it is. */
  stop(): void {
    cancelAnimationFrame(this.#glide)
  }

  /** Glides to a view enlarged around the middle. */
  zoom(factor: number): void {
    const { width, height } = this.#size
    if (this.#view !== undefined) this.#choose(zoomView(this.#view, factor, [width / 2, height / 2], this.#size))
  }

  /** Glides by pixels. */
  pan(dx: number, dy: number): void {
    if (this.#view !== undefined) this.#choose(moveView(this.#view, dx, dy, this.#size))
  }

  /** Follows pointers: the map is moved by pixels, and enlarged by a factor around a point. */
  follow(dx: number, dy: number, factor = 1, around: readonly [number, number] = [0, 0]): void {
    if (this.#view === undefined) return
    this.#isChosen = true
    const grown = factor === 1 ? this.#view : zoomView(this.#view, factor, around, this.#size)
    this.#show(moveView(grown, dx, dy, this.#size))
  }
}
