/** The maps of all screens. */
export const map = {
  label: (label: string) =>
    `${label}. Map: the arrow keys move it, plus and minus zoom in and out, 0 shows everything. The same facts stand in the list.`,
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show everything",
  source: "Coast: Natural Earth",
  help: "Ctrl and the wheel zoom, drag to move",
  failed: "The coast could not be loaded; the rest of the map is complete."
}
