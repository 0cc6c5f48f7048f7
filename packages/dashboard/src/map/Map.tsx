import { lazy, type ReactNode, Suspense } from "react"
import { Skeleton } from "../components/Feedback.tsx"
import { useNear } from "../components/useNear.ts"
import { messages } from "../text/messages.ts"
import type { MapViewProps } from "./MapView.tsx"

const MapView = lazy(() => import("./MapView.tsx").then((module) => ({ default: module.MapView })))

/** The place of a map, as high as the map. */
const Place = ({ isLoading = false, children }: { readonly isLoading?: boolean; readonly children?: ReactNode }) => (
  <div className="map">
    <div className="map-frame" aria-busy={isLoading}>
      {children}
    </div>
    <p className="map-source small muted">{messages.map.source}</p>
  </div>
)

interface MapProps extends MapViewProps {
  /** Called once when the map comes near the window, so that what it shows can be loaded with it. */
  readonly onNear?: () => void
}

/** A map, whose code and coast are loaded when it first comes near the window. Its place is reserved before. */
export const Map = ({ onNear, ...props }: MapProps) => {
  const { place, isNear } = useNear(onNear)
  return (
    <div ref={place} className="map-place">
      {isNear ? (
        <Suspense
          fallback={
            <Place isLoading>
              <Skeleton />
            </Place>
          }
        >
          <MapView {...props} />
        </Suspense>
      ) : (
        <Place />
      )}
    </div>
  )
}
