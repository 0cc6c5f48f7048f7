/** Terminals of the United States with their ports, and anchorages (A), by positions of general knowledge. */
export const UNITED_STATES_PLACES = `
USSRP 44.452 -68.893 Mack Point
USPWM 43.634 -70.281 South Portland oil
USPSM 43.086 -70.762 Portsmouth Sprague
USBOS 42.341 -71.013 Conley
USBOS 42.391 -71.047 Mystic Everett LNG
USBOS 42.387 -71.018 Chelsea Creek
USBOS 42.247 -70.965 Quincy Fore River
USPVD 41.796 -71.385 ProvPort
USPVD 41.589 -71.409 Davisville
USFRV 41.709 -71.189 Brayton Point
USNLC 41.360 -72.091 State Pier New London
USHVN 41.290 -72.905 New Haven Magellan
USBDR 41.170 -73.183 Bridgeport
USHVN 40.998 -72.648 Riverhead platform
USNYC 40.668 -74.078 GCT Bayonne
USPEB 40.674 -74.147 Maher
USNYC 40.641 -74.196 Howland Hook
USNYC 40.548 -74.246 Perth Amboy Buckeye
USNYC 40.611 -74.206 Linden Phillips66 Bayway
USNYC 40.683 -74.013 Red Hook
USALB 42.627 -73.757 Albany
USNYC 40.487 -74.07 Raritan
USPHL 39.895 -75.139 Packer Avenue
USPHL 39.994 -75.063 Tioga
USMAH 39.805 -75.408 Marcus Hook
USPHL 39.846 -75.216 Paulsboro
USILG 39.717 -75.521 Wilmington DE
USILG 39.579 -75.601 Delaware City refinery
USPHL 40.091 -74.857 Fairless Hills
USPHL 39.893 -75.125 Gloucester NJ
USILG 39.57 -75.47 Salem NJ
USBAL 39.253 -76.527 Seagirt
USBAL 39.228 -76.537 Curtis Bay coal
USBAL 39.216 -76.472 Sparrows Point
USBAL 39.271 -76.588 Domino sugar
USBAL 38.406 -76.388 Cove Point LNG
USORF 36.922 -76.328 NIT
USORF 36.872 -76.353 VIG Portsmouth
USNNS 36.968 -76.43 Newport News coal piers
USORF 36.881 -76.331 Lamberts Point
USRIC 37.455 -77.42 Richmond
USNNS 37.229 -76.44 Yorktown
USMRH 34.717 -76.695 Morehead City
USILM 34.193 -77.956 Wilmington NC
USGGE 33.364 -79.288 Georgetown
USCHS 32.831 -79.893 Wando Welch
USNTS 32.889 -79.966 North Charleston
USCHS 32.846 -79.932 Leatherman
USSAV 32.127 -81.142 Garden City
USSAV 32.083 -81.005 Elba LNG
USBQK 31.129 -81.539 Brunswick Colonels Island
USFEB 30.671 -81.466 Fernandina
USJAX 30.404 -81.536 Blount Island
USJAX 30.345 -81.622 Talleyrand
USPCV 28.412 -80.617 Canaveral
USRBC 26.768 -80.051 Palm Beach
USPEF 26.085 -80.117 Everglades
USMIA 25.77 -80.168 Miami
USEYW 24.559 -81.808 Key West
USTPA 27.917 -82.444 Tampa Hookers Point
USPME 27.634 -82.562 Port Manatee
USTPA 27.86 -82.553 Port Tampa
USTPA 27.861 -82.396 Big Bend
USPFN 30.187 -85.729 Panama City
USPNS 30.404 -87.213 Pensacola
USMOB 30.66 -88.036 Mobile container
USMOB 30.727 -88.046 Mobile river Alabama
USMOB 30.529 -88.111 Theodore
USPGL 30.352 -88.56 Pascagoula
USPGL 30.316 -88.503 Chevron Bayou Casotte
USGPT 30.36 -89.09 Gulfport
USMSY 29.918 -90.07 Napoleon Ave
USMSY 29.93 -89.95 Chalmette
USMSY 29.70 -89.98 Alliance
USMSY 29.99 -90.41 Norco
USMSY 30.048 -90.62 Garyville
USMSY 30.043 -90.87 Convent
USBTR 30.43 -91.195 Baton Rouge
USBTR 30.483 -91.198 Exxon Baton Rouge
USMSY 28.885 -90.026 LOOP
USFOC 29.122 -90.207 Fourchon
USFOC 29.68 -91.2 Morgan City
USLCH 30.214 -93.258 Lake Charles
USLCH 29.777 -93.329 Cameron LNG/Calcasieu Pass
USLCH 30.113 -93.29 Citgo
USPOA 29.749 -93.87 Sabine Pass LNG
USPOA 29.863 -93.94 Port Arthur
USBPT 30.077 -94.086 Beaumont
USBPT 30.02 -93.99 Exxon Beaumont/Neches
USBPT 30.08 -93.73 Orange
USHOU 29.615 -95.02 Bayport
USHOU 29.683 -94.998 Barbours Cut
USHOU 29.745 -95.27 Turning basin
USTXT 29.367 -94.905 Texas City
USGLS 29.31 -94.80 Galveston
USFPO 28.945 -95.338 Freeport TX
USPLV 28.645 -96.557 Point Comfort
USCRP 27.818 -97.43 Corpus inner harbor
USCRP 27.838 -97.205 Ingleside
USCRP 27.87 -97.28 La Quinta Cheniere
USBRO 25.955 -97.40 Brownsville
USSAN 32.70 -117.155 San Diego 10th Ave
USSAN 32.65 -117.115 National City
USLAX 33.735 -118.265 LA
USLGB 33.755 -118.22 Long Beach
USELS 33.91 -118.45 El Segundo marine terminal
USNTD 34.148 -119.205 Port Hueneme
USRCH 37.912 -122.37 Richmond CA
USOAK 37.80 -122.32 Oakland
USSFO 37.74 -122.375 Pier 80/96
USMRZ 38.035 -122.13 Martinez
USBNC 38.04 -122.13 Benicia
USSCK 37.952 -121.325 Stockton
USSAC 38.563 -121.548 West Sacramento
USRWC 37.513 -122.21 Redwood City
USEKA 40.80 -124.19 Humboldt
USCOB 43.41 -124.23 Coos Bay
USPDX 45.605 -122.78 Portland T5/T6
USVAN 45.63 -122.69 Vancouver WA
USKLM 46.01 -122.84 Kalama
USLOG 46.105 -122.95 Longview
USAST 46.19 -123.85 Astoria
USGHC 46.966 -123.86 Grays Harbor
USSEA 47.585 -122.355 Seattle T18
USTIW 47.27 -122.41 Tacoma
USPAE 47.98 -122.22 Everett
USOLM 47.055 -122.905 Olympia
USBLI 48.51 -122.58 March Point
USBLI 48.86 -122.76 Cherry Point
USCLM 48.125 -123.44 Port Angeles
USDUT 53.89 -166.53 Dutch Harbor
USANC 61.24 -149.89 Anchorage
USVDZ 61.085 -146.4 Valdez
USADQ 57.79 -152.41 Kodiak
USENA 60.68 -151.39 Nikiski
USHNL 21.31 -157.87 Honolulu
USHNL 21.305 -158.115 Barbers Point
USITO 19.735 -155.055 Hilo
USNIJ 21.955 -159.355 Nawiliwili
USOGG 20.897 -156.472 Kahului
PRSJU 18.435 -66.085 San Juan
PRPSE 17.965 -66.615 Ponce
PRGUY 17.955 -66.76 Guayanilla
VISTX 17.70 -64.76 Limetree St Croix
GUGUM 13.455 144.665 Apra
A 42.33 -70.97 Boston President Roads
A 42.42 -70.75 Mass Bay
A 41.50 -71.36 Narragansett east passage
A 41.17 -71.65 Block Island north
A 41.32 -72.00 Fishers Island
A 40.63 -74.05 Stapleton
A 40.67 -74.04 Bay Ridge
A 40.50 -73.72 Ambrose east
A 40.36 -73.85 off Long Branch
A 38.95 -75.10 Big Stone Beach
A 39.25 -75.33 Delaware Bay upper
A 38.80 -75.02 Cape Henlopen/Breakwater
A 39.60 -75.56 Deepwater Point
A 39.86 -75.22 Mantua creek
A 39.80 -75.42 Marcus Hook anchorage
A 38.65 -74.85 off Delaware Five Fathom
A 38.97 -76.42 Annapolis
A 39.20 -76.50 Baltimore Riverview
A 37.00 -76.33 Hampton Roads
A 36.95 -76.02 Lynnhaven
A 37.10 -76.15 York Spit
A 36.88 -75.85 off Cape Henry
A 33.78 -78.02 Cape Fear anchorage
A 32.65 -79.70 off Charleston
A 31.95 -80.70 off Savannah
A 31.05 -81.25 off Brunswick
A 30.40 -81.25 off Jacksonville
A 28.38 -80.45 off Canaveral
A 26.12 -80.07 Everglades anchorage
A 25.82 -80.09 Miami anchorage
A 24.50 -81.85 off Key West
A 27.60 -82.95 off Tampa Egmont
A 27.58 -82.65 Tampa bay inside
A 30.10 -88.05 off Mobile
A 30.17 -88.55 off Pascagoula
A 30.15 -88.95 Ship Island Gulfport
A 28.90 -89.45 South Pass
A 28.85 -89.50 Southwest Pass fairway
A 29.25 -89.35 Pilottown
A 29.63 -89.93 Alliance
A 30.0 -90.45 Kenner/La Place
A 30.04 -90.70 Grandview
A 30.11 -90.92 Burnside
A 30.22 -91.10 White Castle
A 28.6 -90.1 LOOP off
A 29.45 -93.25 off Calcasieu
A 29.50 -93.70 off Sabine
A 29.18 -94.55 Galveston fairway
A 29.10 -94.60 Galveston lightering
A 29.34 -94.76 Bolivar Roads
A 28.82 -95.20 Freeport
A 28.30 -96.20 Matagorda
A 27.75 -96.85 off Aransas
A 25.95 -97.05 Brazos Santiago
A 32.63 -117.20 San Diego off
A 33.71 -118.19 San Pedro bay inside
A 33.64 -118.15 San Pedro outside
A 33.60 -118.05 Huntington
A 33.88 -118.50 Santa Monica Bay
A 37.73 -122.32 Anchorage 9
A 37.85 -122.42 Richardson/No 7
A 38.06 -122.2 Suisun/Benicia
A 37.70 -122.75 off SF
A 46.19 -123.77 Astoria anchorage
A 46.13 -123.10 Cooks/Longview
A 45.65 -122.76 Kalama-Vancouver
A 46.87 -124.15 Grays harbor
A 47.60 -122.38 Elliott Bay
A 47.29 -122.46 Commencement
A 48.15 -122.70 Port Townsend
A 48.53 -122.68 Guemes
A 48.14 -123.42 Port Angeles
A 47.56 -122.52 Yukon Harbor/Manchester
A 61.22 -150.0 Anchorage AK
A 59.60 -151.40 Kachemak
A 60.75 -151.55 Nikiski
A 53.87 -166.50 Dutch
A 21.28 -157.88 Honolulu off
A 21.25 -158.15 Barbers off
A 18.47 -66.12 San Juan
A 17.65 -64.78 St Croix
A 45.0 -83.4 Alpena
A 26.78 -79.98 Palm Beach
A 30.42 -81.32 off St Johns
A 30.20 -88.42 Petit Bois
A 29.72 -93.87 Sabine Pass
A 55.335 -131.67 Ketchikan
A 60.70 -146.75 Knowles Head
A 58.29 -134.40 Juneau
A 18.33 -64.95 St Thomas
A 34.39 -119.68 Santa Barbara
A 48.06 -122.53 Holmes Harbor
A 48.15 -123.62 Freshwater Bay
A 48.52 -122.56 Anacortes
A 48.63 -122.61 Vendovi
A 48.80 -122.78 Cherry Point
A 48.72 -122.54 Bellingham Bay
A 29.37 -89.55 Ostrica
A 27.78 -96.93 Aransas fairway
A 28.75 -90.10 LOOP
A 29.0 -95.05 Freeport
A 43.3 -124.5 Coos
A 40.75 -124.4 Humboldt off
`
