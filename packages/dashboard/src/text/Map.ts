/** The maps of all screens. */
export const map = {
  label: (label: string) =>
    `${label}. Map: the arrow keys move it, plus and minus enlarge and reduce it, 0 shows everything. The same facts stand in the list.`,
  zoomIn: "Enlarge the map",
  zoomOut: "Reduce the map",
  fit: "Show everything",
  source: "Coast: Natural Earth",
  help: "Ctrl and the wheel enlarge, dragging moves",
  failed: "The coast could not be loaded; the rest of the map is complete."
}
