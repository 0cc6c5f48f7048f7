/** Further terminals of the United States with their ports, and anchorages (A), by positions of general knowledge. */
export const COAST_PLACES = `
A 43.65 -70.1 Portland ME outer anchorage
A 43.56 -70.12 Portland Pilot anchorage south
A 44.39 -68.9 Penobscot Bay Turtle Head
A 44.45 -68.92 Searsport anchorage
A 43.07 -70.65 Portsmouth Isles of Shoals
USPSM 43.095 -70.78 Portsmouth Schiller salt
USPSM 43.113 -70.818 Newington terminals
A 42.35 -70.86 Nantasket Roads
A 42.41 -70.82 Broad Sound
A 42.28 -70.87 Hull deep anchorage
A 42.31 -70.7 Mass Bay precautionary
USBOS 42.344 -71.017 Reserved channel cruise
USBOS 42.396 -71.064 Mystic Everett Exelon
USBOS 42.523 -70.876 Salem Harbor station
A 42.05 -70.63 Plymouth Cape Cod Bay
A 41.8 -70.48 Cape Cod Bay canal east
USEWB 41.77 -70.505 Sandwich Canal electric
A 41.52 -70.7 Buzzards Bay anchorage L
A 41.58 -70.72 Buzzards bay M
A 41.45 -70.95 Buzzards entrance
A 41.46 -70.55 Vineyard Haven
USPVD 41.803 -71.4 Providence Sprague
USPVD 41.783 -71.377 East Providence
USPVD 41.6 -71.404 Quonset pier 2
A 41.48 -71.345 Newport anchorage
A 41.56 -71.35 Narragansett bay Prudence
A 41.33 -71.42 Brenton Reef
A 41.2 -71.55 Block Island N
A 41.13 -71.92 Montauk
A 41.15 -72.3 LIS Orient
A 41.05 -72.65 Riverhead anchorage
A 41.22 -72.91 New Haven outside
A 41.1 -73.15 Bridgeport outside
A 40.94 -73.07 Port Jefferson
USBDR 40.96 -73.08 Port Jefferson terminal
A 40.93 -73.4 Northport
USBDR 41.097 -73.413 Norwalk
A 40.87 -73.74 LIS west anchorage Hempstead
A 40.82 -73.79 Throgs Neck
USNYC 40.648 -74.09 Constable Hook IMTT
USNYC 40.643 -74.072 Stapleton homeport
USNYC 40.66 -74.095 IMTT Bayonne
USNYC 40.637 -74.2 Bayway
USNYC 40.598 -74.207 Carteret
USNYC 40.557 -74.247 Perth Amboy Kinder
USNYC 40.516 -74.243 Perth Amboy south
USNYC 40.661 -74.018 South Brooklyn marine terminal
USNYC 40.767 -73.997 Manhattan cruise
USNYC 40.789 -73.885 Rikers Astoria
USNYC 40.806 -73.87 Hunts Point
USNYC 40.77 -73.93 Astoria
USNYC 40.65 -74.03 SBMT anchorage
A 40.57 -74.03 Gravesend bay anchorage 25
A 40.505 -74.09 Raritan bay Princes bay
A 40.8 -73.98 Hudson anchorage 19
A 40.86 -73.95 Hudson GWB
A 40.93 -73.91 Yonkers
A 41.35 -73.96 Hudson
A 41.93 -73.95 Kingston
A 42.27 -73.8 Hudson
USALB 42.59 -73.755 Rensselaer
A 40.45 -73.8 Ambrose anchorage area 1
A 40.53 -73.6 Long Beach offshore
A 40.5 -73.45 Jones beach offshore
A 40.35 -73.9 Monmouth
A 40.15 -73.9 Manasquan offshore
A 38.77 -75.07 Breakwater Delaware
A 38.65 -74.75 Offshore anchorage D Indian river
A 38.5 -74.8 off Bethany
A 38.98 -75.16 Big stone anchorage A
A 39.05 -75.2 Big stone north
A 39.25 -75.35 Bombay hook
A 39.35 -75.46 Cross ledge / Ship John
A 39.43 -75.51 Reedy island
A 39.56 -75.56 Pea patch island
A 39.65 -75.55 Cherry island
A 39.8 -75.42 Marcus Hook anchorage 7
A 39.845 -75.23 Mantua Creek
A 39.9 -75.13 Kaighn point
A 39.98 -75.09 Port Richmond
USPHL 39.906 -75.133 Packer Ave
USPHL 39.926 -75.133 Pier 82 84
USPHL 39.933 -75.14 Pier 78
USPHL 39.878 -75.175 Girard Point
USPHL 39.9 -75.21 Schuylkill Point Breeze
USCDE 39.937 -75.129 Camden Beckett St
USCDE 39.908 -75.122 Balzano
USPHL 39.848 -75.262 Paulsboro marine
USMAH 39.806 -75.425 Marcus Hook Sunoco
USMAH 39.829 -75.39 Trainer refinery
USILG 39.714 -75.512 Wilmington port
USILG 39.578 -75.59 Delaware City pier
USILG 39.683 -75.51 Deepwater Chambers works
A 39.01 -76.35 Annapolis Love point
A 39.08 -76.32 Kent Island
A 38.9 -76.43 Annapolis naval
A 38.75 -76.45 West River
A 38.55 -76.42 Chesapeake Beach
A 38.35 -76.3 Cove Point
A 38.15 -76.25 off Point Lookout
A 37.8 -76.2 Smith Point
A 37.55 -76.15 Rappahannock Spit
A 37.3 -76.1 Wolf Trap
A 37.05 -76 off Cape Charles city
A 36.93 -76.13 Lynnhaven W Chesapeake beach
A 36.97 -76.25 Willoughby Bank
A 36.95 -76.37 Sewells anchorage
A 36.99 -76.34 Phoebus anchorage
A 36.96 -76.42 Newport News Middle ground
A 36.8 -75.7 Virginia Beach far
A 36.95 -75.6 off Cape Henry east
A 37 -75.8 Cape Charles offshore
USBAL 39.248 -76.585 North Locust
USBAL 39.26 -76.543 Dundalk
USBAL 39.213 -76.585 Curtis Creek
USBAL 39.252 -76.556 Seagirt W
USBAL 39.277 -76.58 Canton
USBAL 39.205 -76.53 Hawkins Point
USORF 36.94 -76.33 Naval station
USORF 36.857 -76.308 Lamberts S
USPTM 36.81 -76.29 Southern branch Elizabeth
USPTM 36.77 -76.295 Chesapeake VA
USNNS 36.98 -76.437 NN shipbuilding
USNNS 36.962 -76.413 NN pier IX
A 34.67 -76.65 Beaufort inlet
USMRH 34.718 -76.702 Morehead
A 33.8 -78.05 Cape Fear offshore
USILM 34.19 -77.956 Wilmington container
USILM 33.92 -77.985 Sunny Point
A 33.83 -77.95 Bald head
A 32.6 -79.6 Charleston offshore
A 32.72 -79.75 Charleston
USNTS 32.86 -79.96 Naval base Leatherman
USNTS 32.9 -79.955 Nucor Cooper river
USCHS 32.8 -79.925 Columbus St
A 31.9 -80.6 Savannah offshore
A 31.98 -80.75 Tybee roads
USSAV 32.105 -81.125 Colonial Ocean terminal
A 31 -81.1 Brunswick offshore
A 30.7 -81.25 Fernandina offshore
A 30.36 -81.2 Jacksonville offshore
USJAX 30.408 -81.54 Blount Island W
USJAX 30.395 -81.405 Mayport
USJAX 30.38 -81.62 Trout River
A 28.45 -80.45 Canaveral N
A 26.77 -79.99 Palm beach
A 26.15 -80.07 Everglades
A 25.75 -80.09 Miami S
A 25.85 -80.09 Miami N
A 24.45 -81.9 Key West
A 27.65 -82.95 Egmont
A 27.76 -82.53 Tampa bay
A 18.44 -66.1 San Juan bay anchorage
A 18.5 -66.05 San Juan sea
A 17.96 -66.62 Ponce
A 17.93 -66.75 Guayanilla
A 17.91 -66.15 Las Mareas
PRPYA 18.05 -65.83 Yabucoa
A 18.25 -65.6 Ceiba Roosevelt Roads
A 18.22 -67.17 Mayaguez
PRMAZ 18.22 -67.16 Mayaguez port
A 17.68 -64.77 Limetree
A 18.32 -64.95 St Thomas
VICTD 17.75 -64.7 Christiansted
A 32.63 -117.25 San Diego
A 32.68 -117.15 San Diego bay anchorage
A 33.63 -118.18 outer LB
A 33.55 -118.05 Huntington south
A 33.6 -118.25 SF-15
A 33.72 -118.12 Long Beach D B
A 33.73 -118.25 LA B
A 33.92 -118.52 El Segundo
A 34 -118.6 Malibu Santa Monica
A 34.12 -119.25 Hueneme
A 34.25 -119.4 Ventura
A 34.4 -119.85 Ellwood Coal Oil
A 34.46 -120.1 Gaviota
A 37.55 -122.6 off Half Moon
A 37.75 -122.35 Anchorage 9
A 37.68 -122.33 Anchorage 9 south
A 37.9 -122.43 Anchorage 5 Southampton
A 37.86 -122.46 Richardson
A 38.05 -122.42 San Pablo
A 38.06 -122.1 Suisun Anch 26
A 38.05 -121.98 Anch 27
A 38 -122.97 Drakes
USRCH 37.905 -122.365 Richmond harbor
USRCH 37.93 -122.41 Chevron long wharf
USMRZ 38.056 -122.26 Rodeo Phillips
USMRZ 38.025 -122.133 Martinez Shell
USMRZ 38.047 -122.07 Amorco Avon
USMRZ 38.035 -121.88 Pittsburg
USBNC 38.04 -122.135 Benicia
USOAK 37.81 -122.33 Oakland Outer
USOAK 37.78 -122.25 Alameda Schnitzer
USSFO 37.755 -122.383 Pier 70
USSFO 37.745 -122.38 Pier 80
USSFO 37.807 -122.405 Pier 27 35
A 40.75 -124.33 Eureka
A 43.38 -124.45 Coos
USCOB 43.37 -124.21 Coos Bay N Bend
A 44.6 -124.15 Newport
A 46.21 -123.8 Astoria N
A 46.23 -123.7 Astoria upper
A 46.19 -123.18 Longview lower
A 46.105 -122.99 Longview
A 46.07 -122.89 Prescott
A 45.98 -122.82 Kalama upper
A 45.87 -122.8 St Helens
A 45.645 -122.76 Hayden Island upper Vancouver
A 45.63 -122.71 Vancouver upper anchorage
USPDX 45.639 -122.765 Terminal 6
USPDX 45.59 -122.77 Terminal 4
USPDX 45.55 -122.72 Terminal 2
USPDX 45.58 -122.745 linnton
USVAN 45.645 -122.73 Vancouver grain
USKLM 45.99 -122.84 Kalama grain
USLOG 46.105 -122.94 Longview docks
A 46.15 -124.25 Columbia bar
A 46.9 -124.2 Grays harbor
A 48.13 -123.4 Port Angeles
A 48.37 -124.62 Neah Bay
A 48.09 -122.75 Port Townsend bay
A 48 -122.32 Everett
A 47.6 -122.37 Elliott bay
A 47.63 -122.39 Smith cove
A 47.54 -122.49 Yukon
A 47.29 -122.42 Commencement
A 47.27 -122.45 Tacoma waterfront
A 48.52 -122.58 Anacortes E
A 48.48 -122.55 Anacortes W
A 48.55 -122.66 Guemes channel
A 48.65 -122.6 Samish Vendovi
A 48.73 -122.52 Bellingham
A 48.87 -122.8 Cherry point anch
A 48.92 -122.8 Birch bay
USSEA 47.575 -122.345 T5
USSEA 47.625 -122.38 T91 Smith cove
USSEA 47.55 -122.335 Duwamish
USTIW 47.28 -122.415 Blair
USTIW 47.265 -122.435 TEMCO grain
USTIW 47.26 -122.38 Hylebos
USBLI 48.507 -122.57 Tesoro
USBLI 48.84 -122.72 Intalco
USOLM 47.1 -122.9 Budd inlet
A 55.34 -131.66 Ketchikan
A 57.05 -135.34 Sitka
USSIT 57.05 -135.35 Sitka
A 58.3 -134.42 Juneau
USSGY 59.45 -135.33 Skagway
A 59.23 -135.43 Haines
USWRG 56.47 -132.38 Wrangell
A 61.08 -146.45 Valdez
A 60.63 -146.75 Knowles head
A 60.77 -148.69 Whittier
USHOM 59.6 -151.42 Homer
A 59.44 -151.72 Seldovia
A 60.72 -151.5 Nikiski anchorage
A 61.25 -150.1 Anchorage
A 60.1 -149.4 Seward
A 57.75 -152.45 Kodiak St Paul
USDUT 53.88 -166.55 Captains bay
A 53.95 -166.55 Unalaska
A 64.49 -165.45 Nome
USOME 64.498 -165.44 Nome port
A 21.25 -157.9 Honolulu anch B
A 21.28 -158.13 Barbers SPM
A 20.87 -156.7 Lahaina
A 19.74 -155.05 Hilo
A 20.04 -155.85 Kawaihae
A 21.95 -159.35 Nawiliwili
USDLH 46.76 -92.1 Duluth
A 46.8 -91.95 Duluth anchor
USSUW 46.7 -92.02 Allouez
A 46.5 -84.58 Waiska
A 46.43 -84.9 Whitefish Paradise
USMQT 46.57 -87.39 Presque Isle
A 46.55 -87.35 Marquette
A 42.99 -82.42 Port Huron
A 41.75 -83.4 Toledo
A 41.53 -81.72 Cleveland
USCLE 41.5 -81.7 Cleveland
A 41.7 -82.6 Pelee
USASF 41.91 -80.79 Ashtabula
A 41.98 -80.57 Conneaut
A 42.8 -78.95 Buffalo
USBUF 42.87 -78.88 Buffalo
A 43.48 -76.55 Oswego
USOGS 44.7 -75.48 Ogdensburg
A 44.99 -74.75 Seaway Snell
USCHI 41.73 -87.53 Calumet
USBNB 41.64 -87.15 Burns
A 41.7 -87.35 Gary
A 43.03 -87.85 Milwaukee
USMKG 43.23 -86.33 Muskegon
USGRB 44.52 -88 Green Bay
USESC 45.77 -87.05 Escanaba
A 45.7 -87 Escanaba anchorage
A 45.83 -84.65 Mackinac straits
`
