import { named } from "./points.ts"

/**
 * Banks and reefs that ships keep off and that the coastline does not show, drawn by hand, coarsely and from general
 * knowledge: closed outlines.
 */
export const SHOALS = named(`
Great Bahama Bank: -79.28 25.75, -78.7 25.6, -77.9 25.8, -77.65 25.4, -77.8 25.05, -77.3 24.95,
  -76.75 25.1, -76.2 24.65, -75.9 23.7, -75.3 23.5, -74.9 23, -75.3 22.9, -75.7 22.2, -76.3 22.35,
  -77.3 22.65, -78.4 22.95, -79.2 23.6
Little Bahama Bank: -79 26.75, -78.9 27.3, -78 27.3, -77 26.85, -77.2 26.6, -77.8 26.75, -78.4 26.75
Cay Sal Bank: -80.5 24, -79.6 24, -79.6 23.5, -80.4 23.6
Dangerous Ground: 113.5 7.6, 111.8 8.2, 111.9 9.2, 113.6 11, 114.4 11.6, 116.8 12, 117.8 11, 117 9.2,
  115.2 7.6
Paracel Islands: 111.2 15.75, 111.3 17, 112.6 17, 112.75 15.9
Pratas Reef: 116.68 20.6, 116.68 20.8, 116.95 20.8, 116.95 20.6
Nantucket Shoals: -70.1 41.2, -69.4 41.2, -69.3 40.75, -69.9 40.75
Sable Island: -60.6 43.85, -60.6 44.05, -59.3 44.15, -59.3 43.95
Diamond Shoals: -75.6 35.25, -75.5 35.28, -75.28 35.13, -75.35 35.08
Frying Pan Shoals: -77.98 33.87, -77.9 33.87, -77.55 33.52, -77.62 33.48
Subei shoals: 120.5 34.2, 121.3 33.8, 121.9 33.1, 122.2 32.2, 121.9 31.85, 121 32.5, 120.6 33.5
Great Barrier Reef, north: 143.6 -10.9, 144.1 -10.9, 144.3 -12, 144 -13, 145.5 -14.6, 146 -16, 146 -16.4,
  145.75 -16.4, 145.5 -15.4, 145.2 -14.8, 143.9 -14, 143.75 -12.5, 143.45 -11.6
Great Barrier Reef, middle: 146.2 -16.9, 146.6 -16.9, 147.3 -18.2, 148.5 -18.9, 150 -19.7, 149.8 -19.95,
  148.5 -19.5, 147 -18.5
Great Barrier Reef, south: 150.3 -20.1, 150.6 -19.9, 152.5 -20.8, 152.9 -22.2, 152.3 -22.4, 151.5 -21.9,
  150.8 -21
Chagos Bank: 71.3 -6, 71.3 -6.9, 72.5 -6.9, 72.5 -6
Pedro Bank: -79.2 17.1, -78 17.3, -77.6 16.9, -78.5 16.7
Banco Inglés: -55.95 -35.05, -55.75 -35.05, -55.75 -35.3, -55.95 -35.3
`)

/**
 * Where ships' routeing keeps through traffic off the land: inshore zones and the land side of traffic separation
 * schemes (IMO, Ships' Routeing), and the fishing banks of Newfoundland north of 43° N, which ships across the North
 * Atlantic keep clear of (SOLAS 1974, chapter V, routeing in the North Atlantic). Closed outlines, coarse.
 */
export const KEPT_OFF = named(`
Off Ushant: -5 48.3, -5.75 48.45, -5.75 48.72, -5.35 48.85, -4.9 48.65
Off Casquets: -2.75 49.72, -2.75 49.87, -2.35 49.87, -2.2 49.74
Off Finisterre: -9.25 42.75, -9.72 42.8, -9.72 43.1, -9.4 43.35, -9.1 43.2
Off Berlengas: -9.5 39.35, -9.75 39.35, -9.75 39.55, -9.5 39.55
Off Cape Roca: -9.45 38.62, -9.75 38.65, -9.75 38.85, -9.45 38.9
Off Cape St Vincent: -8.95 36.95, -9.1 36.8, -9.2 36.95, -9.15 37.15, -8.9 37.1
Off Cape Gata: -2.25 36.7, -2.2 36.55, -1.95 36.6, -2 36.8
Terschelling and German Bight: 4.7 53.3, 4.75 53.55, 6 53.75, 7.6 53.95, 7.6 53.78, 6.2 53.5
Dondra Head: 80.35 5.98, 80.4 5.82, 80.7 5.82, 80.75 5.98
Grand Banks of Newfoundland: -53 46.7, -52.2 46.9, -48.5 46.5, -48.6 45, -49.6 43, -51.2 43.05, -54 44.9,
  -54.5 46.2
`)

/**
 * Waters that are open on the map and closed to ships, or crossed on drawn byways alone: lines from shore to shore that
 * no leg crosses.
 */
export const BARRIERS = named(`
Adam's Bridge: 78.7 9.5, 79.2 9.28, 79.35 9.15, 80 8.9
Limfjord: 9.25 56.85, 9.25 57.1
Little Belt: 9.6 55.45, 9.9 55.5
Euripus: 23.5 38.46, 23.7 38.47
Johor Causeway: 103.75 1.49, 103.8 1.41
Lefkas: 20.65 38.75, 20.85 38.83
Strait of Belle Isle: -57.1 51.6, -56.5 51.1
Cabot Strait: -60.6 46.9, -60.15 47.2, -59.2 47.7
Nares Strait: -70 80.8, -60 81.2
`)
