import { Button } from "../components/form/Button.tsx"
import { messages } from "../text/messages.ts"

const texts = messages.map

/** How much one press enlarges a map. */
export const ZOOM_STEP = 1.6

interface MapButtonsProps {
  readonly onZoom: (factor: number) => void
  readonly onFit: () => void
}

/** The buttons of a map, for those who have neither a wheel nor keys at hand. */
export const MapButtons = ({ onZoom, onFit }: MapButtonsProps) => (
  <div className="map-buttons">
    <Button size="small" aria-label={texts.zoomIn} onPress={() => onZoom(ZOOM_STEP)}>
      +
    </Button>
    <Button size="small" aria-label={texts.zoomOut} onPress={() => onZoom(1 / ZOOM_STEP)}>
      −
    </Button>
    <Button size="small" aria-label={texts.fit} onPress={onFit}>
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
)
