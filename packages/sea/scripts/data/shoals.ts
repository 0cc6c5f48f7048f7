import { parseNamedLines } from "./points.ts"

/**
 * Banks and reefs that vessels avoid and that the coastline does not show: closed outlines, drawn coarsely by hand from
 * general knowledge.
 */
export const SHOALS = parseNamedLines(`
Great Bahama Bank: -79.28 25.75, -79.13 26.03, -78.9 25.97, -78.3 25.8, -77.92 25.85, -77.65 25.4, -77.8 25.05,
  -77.3 24.95, -76.85 25.15, -76.82 25.42, -76.6 25.45, -76.2 25.12, -76.13 24.66, -75.9 23.7, -75.3 23.5, -74.9 23, -75.3 22.9, -75.7 22.2, -76.3 22.35,
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
Subei shoals: 120.5 34.2, 121.3 33.9, 122 33.3, 122.4 32.6, 122.4 32, 121.9 31.85, 121 32.5, 120.6 33.5
Elbe and Weser sands: 8.5 53.86, 8.4 53.95, 8.2 53.95, 8.17 53.88, 8.33 53.77, 8.45 53.7, 8.5 53.75
Jade and Weser sands: 8.15 53.68, 8.03 53.79, 8.1 53.82, 8.22 53.74, 8.37 53.64, 8.3 53.6
Great Sands of Port Phillip: 144.7 -38.24, 144.68 -38.17, 144.8 -38.12, 144.88 -38.18, 144.87 -38.275, 144.76 -38.28
Breaksea Spit: 153.2 -24.75, 153.12 -24.4, 153.28 -24.3, 153.36 -24.7
Belize Barrier Reef: -87.98 17.95, -87.93 17.9, -88.02 17.5, -88.04 17.36, -88.1 17.37, -88.1 17.5, -88.02 17.8
Turneffe: -87.78 17.62, -87.72 17.4, -87.85 17.12, -87.97 17.15, -87.95 17.45, -87.87 17.62
Horns Rev: 8.05 55.55, 7.5 55.6, 7.35 55.55, 7.5 55.5, 7.9 55.5
Banco Ortiz: -57.95 -34.55, -57.6 -34.58, -57.05 -34.93, -57 -35.03, -57.2 -35.03, -57.6 -34.85, -57.95 -34.65
Samborombón Bay: -57.2 -35.3, -56.95 -35.25, -56.8 -35.45, -56.75 -35.9, -56.85 -36.2, -57.3 -36.1, -57.3 -35.5
Bijagós: -16.4 11.45, -16.75 11.3, -16.8 10.9, -16.3 10.55, -15.6 10.55, -15.3 10.9, -16 11.3
Saint Ann: -13.15 7.95, -13.4 7.85, -13.65 7.6, -13.3 7.35, -12.75 7.32, -12.95 7.6
Mouths of the Ganges: 88.35 21.6, 88.4 21.25, 89.3 21.4, 89.4 21.6, 89 21.75
Meghna: 90.65 22, 90.65 21.65, 91.2 21.8, 91.55 22.25, 91.4 22.5, 91 22.5
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
 * Waters that ships' routeing closes to through traffic: inshore zones, the land side of traffic separation schemes (IMO,
 * Ships' Routeing), and the fishing banks of Newfoundland north of 43° N, which vessels across the North Atlantic avoid
 * (SOLAS 1974, chapter V, routeing in the North Atlantic). Closed, coarse outlines.
 */
export const ROUTEING_ZONES = parseNamedLines(`
Off Ushant: -5 48.3, -5.6 48.45, -5.6 48.68, -5.3 48.8, -4.9 48.65
Off Casquets: -2.75 49.72, -2.75 49.87, -2.35 49.87, -2.2 49.74
Off Finisterre: -9.25 42.75, -9.58 42.8, -9.58 43.1, -9.35 43.32, -9.1 43.2
Off Berlengas: -9.5 39.35, -9.68 39.35, -9.68 39.55, -9.5 39.55
Off Cape Roca: -9.45 38.62, -9.66 38.66, -9.66 38.84, -9.45 38.9
Off Cape St Vincent: -8.95 36.95, -9.1 36.8, -9.2 36.95, -9.15 37.15, -8.9 37.1
Off Cape Gata: -2.25 36.7, -2.2 36.55, -1.95 36.6, -2 36.8
Off Terschelling: 4.7 53.3, 4.75 53.55, 6 53.75, 6.1 53.76, 6.1 53.48
German Bight: 6.6 53.82, 7.6 53.95, 7.6 53.78, 6.6 53.6
Dondra Head: 80.35 5.98, 80.4 5.82, 80.7 5.82, 80.75 5.98
Grand Banks of Newfoundland: -53 46.7, -52.2 46.9, -48.5 46.5, -48.6 45, -49.6 43, -51.2 43.05, -54 44.9,
  -54.5 46.2
`)

/**
 * Waters that are open on the map but closed to vessels, or crossed on byways only: lines from shore to shore that no
 * leg crosses.
 */
export const BARRIERS = parseNamedLines(`
Adam's Bridge: 78.7 9.5, 79.2 9.28, 79.35 9.15, 80 8.9
South Passage of Moreton Bay: 153.4 -27.3, 153.47 -27.43
Southern Moreton Bay: 153.27 -27.62, 153.47 -27.62
Bangka Strait: 105.6 -2.75, 106.1 -2.75
Great Sandy Strait: 152.7 -25.6, 153.1 -25.6
Miaodao Islands: 120.75 37.78, 120.72 37.95, 120.78 38.15, 120.9 38.4
North of Banco Ortiz: -57.55 -34.4, -57.5 -34.7
Linapacan Strait: 119.4 11.3, 119.6 11.4, 119.85 11.48, 119.97 11.62, 120 11.8, 120.05 12.05
Uldolmok: 126.25 34.6, 126.34 34.54
Wando: 126.5 34.42, 126.56 34.14
Gyeonnaeryang: 128.44 34.9, 128.52 34.85
Oregon Inlet: -75.545 35.83, -75.505 35.72
Florida Keys: -80.35 25.3, -80.62 24.94, -81.1 24.71, -81.75 24.57
Nantucket Sound: -69.96 41.7, -70.04 41.38
Canso Causeway: -61.47 45.63, -61.36 45.66
Maumusson: -1.26 45.81, -1.18 45.79
Off Vuosaari: 25.3 60.26, 25.3 60.05
Off Kotka: 26.75 60.45, 26.75 60.2
Iniö and Houtskär: 21.62 60.58, 21.45 60.2
Louisiade Archipelago: 150.4 -10.45, 150.7 -10.62, 151.1 -10.75, 151.9 -11.2, 152.1 -11.3, 152.3 -11.35, 153.4 -11.6, 154.3 -11.45
Limfjord: 9.25 56.85, 9.25 57.1
Little Belt: 9.6 55.45, 9.9 55.5
Euripus: 23.5 38.46, 23.7 38.47
Johor Causeway: 103.75 1.49, 103.8 1.41
Lefkas: 20.65 38.75, 20.85 38.83
Strait of Belle Isle: -57.1 51.6, -56.5 51.1
Cabot Strait: -60.6 46.9, -60.15 47.2, -59.2 47.7
Nares Strait: -70 80.8, -60 81.2
`)
