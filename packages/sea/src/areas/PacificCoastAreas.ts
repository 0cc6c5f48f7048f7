/** Ports of the Pacific coast of the continental United States. `PortAreaTable.ts` describes the form of the table. */
export const PACIFIC_COAST_AREAS = `
# San Diego; USSAN; NOAA chart 18773; 2026-11; medium
T USSAN San Diego Bay: 32.69 -117.16 5.5; 32.65 -117.11 3.3
A USSAN San Diego approach: 32.62 -117.27 10.8
# San Pedro Bay; USLAX, USLGB, USELS; NOAA chart 18751 and 33 CFR 110.214; 2026-11; high
T USLAX West Basin and Pier 300: 33.753 -118.272 2.2; 33.735 -118.255 2.4
T USLAX Wilmington and East Basin: 33.762 -118.253 1.5
T USLAX Pier 400: 33.73 -118.245 2
T USLGB Piers A to J: 33.763 -118.225 1.5; 33.748 -118.205 2.2; 33.765 -118.215 1.5; 33.735 -118.195 2
T USLGB Pier T: 33.752 -118.23 1.3
T USLAX San Pedro Bay, west: 33.725 -118.265 4.4
T USLGB San Pedro Bay, east: 33.735 -118.18 5.5
A USLAX+USLGB Inner and outer San Pedro Bay: 33.725 -118.225 1.9; 33.73 -118.15 4.2
A USLAX+USLGB Outer anchorages F, G and SF: 33.685 -118.21 5.5; 33.68 -118.3 4.8; 33.68 -118.13 5.5
A USLAX+USLGB Huntington Flats: 33.65 -118.12 9.5; 33.6 -118.05 9.5
A USLAX+USLGB San Pedro Channel: 33.6 -118.23 8.1
T USELS El Segundo Marine Terminal: 33.91 -118.435 2.4
A USELS+USLAX+USLGB El Segundo and Santa Monica Bay: 33.9 -118.46 6.8; 33.95 -118.55 10.8
# Port Hueneme; USNTD; NOAA chart 18724; 2026-11; medium
T USNTD Port Hueneme: 34.148 -119.208 3.3
A USNTD Santa Barbara Channel: 34.2 -119.35 12.2; 34.38 -119.7 10.8; 34.4 -119.9 6.8; 34.44 -120.1 6.8; 34.11 -119.25 5.5
# San Francisco Bay; USSFO, USOAK, USRCH, USRWC, USBNC, USMRZ, USSCK, USSAC; NOAA charts 18649 to 18661 and 33 CFR 110.224; 2026-11; high
T USOAK Outer and Middle Harbor: 37.81 -122.325 2.2; 37.795 -122.31 2.2
T USOAK Inner Harbor and Alameda: 37.79 -122.28 2.8; 37.775 -122.25 1.9
T USSFO San Francisco piers: 37.795 -122.39 2.2; 37.75 -122.375 2.8
T USRCH Richmond: 37.92 -122.375 2.8; 37.925 -122.41 2.2; 37.93 -122.43 1.7
T USRWC Redwood City: 37.51 -122.21 3.3
T USMRZ Carquinez, Rodeo, Crockett and Martinez: 38.04 -122.26 3.3; 38.055 -122.22 2.2; 38.03 -122.135 3.3
T USBNC Benicia: 38.045 -122.13 2.2
T USBNC Vallejo and Mare Island: 38.09 -122.26 3.3
L USMRZ Concord, Pittsburg and Antioch; 2.6: 38.045 -122.08, 38.05 -122.0, 38.05 -121.9, 38.02 -121.8
L USSCK Stockton; 1.8: 38.03 -121.7, 38.05 -121.55, 37.98 -121.42, 37.955 -121.33
L USSAC Sacramento; 1.4: 38.07 -121.78, 38.17 -121.68, 38.4 -121.62, 38.565 -121.55
A USSFO+USOAK+USRCH+USRWC+USBNC+USMRZ+USSCK+USSAC Anchorages 8 and 9: 37.765 -122.33 3; 37.72 -122.34 6.8; 37.66 -122.32 6.8
A USSFO+USOAK+USRCH+USRWC+USBNC+USMRZ+USSCK+USSAC Anchorages 5 to 7: 37.83 -122.37 3; 37.88 -122.43 3.6; 37.95 -122.45 4.8
A USBNC+USMRZ+USSCK+USSAC Suisun Bay and San Pablo Bay: 38.06 -122.1 2.4; 38.08 -122.05 3.6; 38.03 -122.35 6.8
A USSFO+USOAK+USRCH+USRWC+USBNC+USMRZ+USSCK+USSAC Drakes Bay and San Francisco approach: 37.98 -122.93 9.5; 37.7 -122.75 16.2; 37.57 -122.65 10.8
T USSFO San Francisco Bay: 37.8 -122.37 8.8
# Northern California, Oregon and Grays Harbor; USEKA, USCOB, USNPO, USGHC; NOAA charts 18622, 18587 and 18502; 2026-11; medium
T USEKA Humboldt Bay: 40.78 -124.2 6.6
A USEKA Humboldt approach: 40.77 -124.34 9.5
T USCOB Coos Bay: 43.38 -124.24 6.6; 43.43 -124.24 3.3
A USCOB Coos Bay approach: 43.34 -124.46 9.5
T USNPO Newport and Yaquina Bay: 44.62 -124.04 3.3
A USNPO Newport approach: 44.6 -124.13 5.5
L USGHC Grays Harbor; 2.4: 46.92 -124.1, 46.96 -124.0, 46.97 -123.9, 46.965 -123.8
A USGHC Grays Harbor approach: 46.9 -124.24 9.5
# Columbia River; USAST, USLOG, USKLM, USPDX, USVAN; NOAA charts 18521 to 18526 and 33 CFR 110.228; 2026-11; high
T USAST Astoria: 46.19 -123.83 3.3
L USLOG Longview and Rainier; 2.4: 46.13 -123.2, 46.15 -123.05, 46.11 -122.98, 46.085 -122.91
L USKLM Kalama; 2.2: 46.06 -122.89, 46.01 -122.86, 45.95 -122.81
L USVAN Vancouver; 1.4: 45.66 -122.755, 45.635 -122.7, 45.615 -122.67
L USPDX Willamette River; 1.4: 45.65 -122.77, 45.61 -122.78, 45.57 -122.74, 45.53 -122.67
L USPDX Columbia River below the Willamette; 1.8: 45.95 -122.81, 45.85 -122.79, 45.75 -122.77, 45.66 -122.76
A USAST+USLOG+USKLM+USPDX+USVAN Astoria anchorages: 46.205 -123.78 3.6; 46.22 -123.87 4.8; 46.225 -123.71 3.6
A USLOG+USKLM+USPDX+USVAN Longview, Prescott and Vancouver anchorages: 46.1 -122.94 1.8; 46.05 -122.88 1.2; 45.635 -122.72 1.2
A USAST+USLOG+USKLM+USPDX+USVAN Columbia approach: 46.2 -124.2 13.5
L USAST Lower Columbia; 3: 46.2 -123.7, 46.26 -123.5, 46.15 -123.38, 46.18 -123.18, 46.14 -123.1
# Puget Sound; USSEA, USTIW, USPAE, USTWD, USBLI, USCLM, USOLM; NOAA charts 18440 to 18450 and 33 CFR 110.230; 2026-11; high
T USSEA Harbor Island and Elliott Bay: 47.58 -122.35 2.8; 47.62 -122.36 2.8
T USSEA Bremerton and Manchester: 47.56 -122.63 3.3; 47.555 -122.53 3.3
T USTIW Commencement Bay: 47.27 -122.41 3.3
T USPAE Everett: 47.985 -122.22 4.4
T USBLI Cherry Point and Ferndale: 48.86 -122.755 4.4
T USBLI Bellingham: 48.74 -122.5 3.3
T USBLI Anacortes and March Point: 48.505 -122.57 4.4
T USCLM Port Angeles: 48.128 -123.43 3.3
T USSEA Point Wells: 47.78 -122.4 2.2
L USSEA Duwamish Waterway; 1.2: 47.558 -122.345, 47.55 -122.338, 47.53 -122.32, 47.515 -122.305
L USSEA Ballard and Lake Washington Ship Canal; 1.2: 47.675 -122.41, 47.665 -122.385, 47.653 -122.36, 47.64 -122.34
T USOLM Olympia and Budd Inlet: 47.055 -122.905 4.4; 47.11 -122.91 4.4
A USSEA+USTIW Elliott Bay and Smith Cove: 47.61 -122.37 2.4
A USSEA+USTIW Yukon Harbor, Manchester and Rich Passage: 47.54 -122.5 4.8
A USSEA+USTIW Kingston, Port Madison and Useless Bay: 47.78 -122.46 5.5; 47.95 -122.44 4.8
A USSEA+USTIW+USPAE Port Gardner and Possession Sound: 47.96 -122.26 4.8; 48.0 -122.31 4.8; 48.05 -122.38 4.8; 48.05 -122.6 8.1
A USTIW+USSEA Commencement Bay anchorage: 47.295 -122.43 3; 47.33 -122.5 3.6
A USTIW+USSEA East Passage: 47.37 -122.44 4.4
T USTWD Port Townsend: 48.11 -122.77 3.3
A USSEA+USTIW Port Townsend and Holmes Harbor: 48.1 -122.72 6.8; 48.08 -122.53 4.8; 48.17 -122.57 4.4
A USBLI+USSEA Vendovi, Samish and Bellingham Bay: 48.63 -122.6 8.1; 48.67 -122.53 8.1; 48.55 -122.6 4.8
A USBLI+USSEA Padilla Bay and Burrows Bay: 48.53 -122.52 4.8; 48.46 -122.69 4.8
A USBLI+USSEA Cherry Point, Birch Bay and Rosario Strait: 48.83 -122.8 6; 48.92 -122.83 4.8; 48.54 -122.72 4
A USCLM+USSEA+USTIW+USBLI Port Angeles and Freshwater Bay: 48.14 -123.4 4.8; 48.16 -123.63 4.8
A USCLM+USSEA+USTIW+USBLI Neah Bay: 48.37 -124.6 3.6
`
