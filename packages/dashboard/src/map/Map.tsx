import { lazy, Suspense } from "react"
import { Skeleton } from "../components/Feedback.tsx"
import { messages } from "../text/messages.ts"
import type { MapViewProps } from "./MapView.tsx"

const MapView = lazy(() => import("./MapView.tsx").then((module) => ({ default: module.MapView })))

/** A map, whose code and coast are loaded when it is first shown. Its place is reserved before. */
export const Map = (props: MapViewProps) => (
  <Suspense
    fallback={
      <div className="map">
        <div className="map-frame" aria-busy="true">
          <Skeleton />
        </div>
        <p className="map-source small muted">{messages.map.source}</p>
      </div>
    }
  >
    <MapView {...props} />
  </Suspense>
)
