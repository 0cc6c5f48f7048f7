/** Ports of the Atlantic and Gulf coasts of the United States. `PortAreaTable.ts` describes the form of the table. */
export const ATLANTIC_GULF_AREAS = `
# Penobscot Bay and eastern Maine; USSRP, USRKD, USEPM, USBTH; NOAA charts 13302, 13328 and 13293; 2026-11; medium
T USSRP Searsport and Mack Point: 44.45 -68.91 4.4
T USSRP Bucksport and Penobscot River: 44.57 -68.8 3.3; 44.5 -68.8 4.4
T USRKD Rockland: 44.105 -69.1 4.4
A USSRP+USRKD Penobscot Bay: 44.4 -68.95 6.8; 44.05 -69.02 8.1
T USEPM Eastport: 44.91 -66.99 4.4
A USEPM Friar Roads: 44.9 -66.95 4.4
T USBTH Bath: 43.905 -69.815 3.3
# Portland, Maine; USPWM; NOAA chart 13292 and 33 CFR 110.134; 2026-11; medium
T USPWM Portland Harbor: 43.655 -70.245 5.5
A USPWM Casco Bay and Hussey Sound: 43.67 -70.17 6.8
A USPWM Portland approach: 43.55 -70.13 8.1
# Portsmouth; USPSM; NOAA chart 13283; 2026-11; medium
T USPSM Piscataqua River: 43.085 -70.76 4.4; 43.115 -70.81 4.4
A USPSM Portsmouth approach: 43.03 -70.66 9.5
# Boston; USBOS; NOAA chart 13272 and 33 CFR 110.138; 2026-11; medium
T USBOS Conley and Black Falcon: 42.342 -71.02 2.8
T USBOS Chelsea Creek and Mystic River: 42.385 -71.045 3.9
T USBOS Weymouth Fore River and Quincy: 42.245 -70.965 3.3
T USBOS Boston Harbor: 42.33 -70.97 8.8
A USBOS President Roads: 42.333 -70.98 3
A USBOS Broad Sound and Massachusetts Bay: 42.4 -70.77 18.9
T USBOS Salem Harbor: 42.523 -70.875 3.3
# Southeastern New England; USPVD, USFRV, USEWB; NOAA chart 13221 and 33 CFR 110.145; 2026-11; medium
T USPVD Providence River: 41.79 -71.39 5.5
T USPVD Quonset and Davisville: 41.61 -71.41 4.4
T USFRV Fall River and Brayton Point: 41.71 -71.17 5.5
T USEWB New Bedford: 41.63 -70.915 4.4
A USPVD+USFRV Narragansett Bay anchorages: 41.58 -71.33 9.5; 41.46 -71.37 8.1
A USEWB+USPVD Buzzards Bay: 41.55 -70.75 10.8
A USEWB+USPVD Buzzards Bay entrance: 41.44 -70.98 9.5
A USPVD+USFRV Brenton Point: 41.4 -71.37 9.5
A USNLC+USPVD+USFRV Block Island Sound: 41.18 -71.75 12.2
A USNLC+USPVD+USFRV Block Island and Montauk: 41.24 -71.5 9.5; 41.12 -71.95 9.5
T USFRV Tiverton and Bristol: 41.63 -71.22 3.3; 41.67 -71.28 3.3
# Cape Cod Bay and Nantucket Sound; USEWB, USPYM; NOAA charts 13246 and 13229, 33 CFR 110.140; 2026-11; medium
L USEWB Cape Cod Canal and Sandwich; 1.6: 41.775 -70.49, 41.745 -70.6, 41.715 -70.65
A USPYM+USBOS+USEWB Cape Cod Bay: 41.87 -70.38 12.2; 42.03 -70.5 12.2
A USEWB Vineyard Haven and Nantucket Sound: 41.48 -70.57 5.5; 41.34 -70.08 4.8
# Long Island Sound; USNLC, USGON, USHVN, USBDR; NOAA chart 12354 and 33 CFR 110.146; 2026-11; medium
T USNLC New London and Groton: 41.355 -72.093 4.4
T USHVN New Haven Harbor: 41.275 -72.905 4.4
T USBDR Bridgeport Harbor: 41.165 -73.18 3.3
T USHVN Northport and Riverhead platforms: 40.955 -73.34 3.3; 41.0 -72.65 4.4
A USHVN New Haven anchorage: 41.19 -72.9 8.1
A USBDR Bridgeport anchorage: 41.1 -73.17 6.8
A USNLC New London, Niantic Bay and Fishers Island Sound: 41.28 -72.12 8.1; 41.31 -72.0 4
A USHVN+USBDR Port Jefferson and Stratford Shoal: 41.03 -73.1 10.8
A USHVN+USNLC Riverhead and Orient Point: 41.06 -72.65 9.5; 41.17 -72.3 8.1
A USBDR+USNYC Northport and Eatons Neck: 40.98 -73.42 8.1
A USNYC Western Long Island Sound: 40.86 -73.76 4.4; 40.9 -73.68 5.5
T USBDR Norwalk and Stamford: 41.09 -73.41 3.3; 41.03 -73.54 3.3
T USBDR Port Jefferson: 40.955 -73.08 2.2
# New York and New Jersey; USNYC, USEWR, USPEB; NOAA chart 12327, 33 CFR 110.155 and the Port Authority's list of terminals; 2026-11; high
T USEWR Port Newark: 40.692 -74.143 1.9
T USPEB Elizabeth and Maher: 40.67 -74.152 1.9
T USNYC Port Jersey and Bayonne: 40.665 -74.075 2.8
T USNYC Howland Hook: 40.642 -74.188 1.7
L USNYC Kill Van Kull and Arthur Kill; 1.6: 40.65 -74.06, 40.643 -74.1, 40.643 -74.15, 40.64 -74.19, 40.6 -74.205, 40.565 -74.22, 40.545 -74.25, 40.495 -74.27
T USEWR Newark Bay and Passaic River: 40.715 -74.12 2.8
T USNYC Red Hook and Brooklyn: 40.68 -74.015 2.8; 40.655 -74.02 2.2
L USNYC Manhattan and Hudson River; 1.4: 40.69 -74.02, 40.77 -74.0, 40.86 -73.95, 40.95 -73.9, 41.1 -73.89
L USNYC East River; 1.2: 40.7 -74.0, 40.715 -73.97, 40.75 -73.962, 40.79 -73.93, 40.8 -73.87, 40.81 -73.8
T USNYC Leonardo and Raritan Bay: 40.46 -74.06 4.4; 40.49 -74.2 5.5
T USNYC New York Harbor: 40.65 -74.05 11
A USNYC+USEWR+USPEB Stapleton, Bay Ridge and Gravesend: 40.64 -74.055 2.6; 40.665 -74.04 2.4; 40.585 -74.015 3
A USNYC+USEWR+USPEB Ambrose and Long Branch: 40.42 -73.82 17.6; 40.28 -73.85 13.5; 40.5 -73.65 13.5
A USNYC+USEWR+USPEB Long Beach and Manasquan: 40.47 -73.45 10.8; 40.1 -73.85 12.2
A USNYC+USEWR+USPEB Sandy Hook Bay: 40.45 -74.06 2.4
A USNYC+USEWR+USPEB Raritan Bay: 40.5 -74.12 4.4
# Hudson River above Yonkers; USSWF, USALB; NOAA chart 12343; 2026-11; medium
L USSWF Newburgh and Poughkeepsie; 1.8: 41.2 -73.93, 41.35 -73.96, 41.5 -74.0, 41.7 -73.95, 41.95 -73.95
L USALB Coeymans and Albany; 1.8: 41.98 -73.95, 42.12 -73.91, 42.25 -73.805, 42.35 -73.79, 42.47 -73.79, 42.64 -73.75, 42.72 -73.7
# Delaware River and Bay; USPHL, USCDE, USILG, USMAH, USCHT, USPPS; NOAA chart 12304 and 33 CFR 110.157; 2026-11; high
T USPHL Packer Avenue and Tioga: 39.9 -75.138 2.2; 39.99 -75.075 2.8
T USCDE Camden and Gloucester: 39.935 -75.127 1.7; 39.906 -75.125 1.1
T USPPS Pennsauken and Petty Island: 39.985 -75.045 1.7
T USPHL Navy Yard and Schuylkill River: 39.89 -75.17 2.2; 39.92 -75.2 2.2; 39.9 -75.21 1.9
T USPHL Paulsboro and Eagle Point: 39.855 -75.24 3.3; 39.88 -75.16 2.2
T USCHT Chester and Eddystone: 39.848 -75.345 2.8
T USMAH Marcus Hook: 39.81 -75.415 3.3
T USILG Wilmington and Edgemoor: 39.718 -75.52 3.3; 39.75 -75.49 2.2
T USILG Delaware City, New Castle and Salem: 39.585 -75.58 4.4; 39.65 -75.55 3.3; 39.58 -75.47 4.4
L USPHL Delaware River above Philadelphia; 1.8: 40.0 -75.06, 40.07 -74.9, 40.12 -74.83, 40.16 -74.74
L USPHL Delaware River; 2.4: 39.6 -75.57, 39.72 -75.5, 39.8 -75.42, 39.86 -75.3, 39.88 -75.17, 39.95 -75.135, 39.99 -75.07
A USPHL+USCDE+USILG+USMAH+USCHT+USPPS Mantua Creek and Marcus Hook: 39.85 -75.225 1.8; 39.795 -75.435 2.4
A USPHL+USCDE+USILG+USMAH+USCHT+USPPS Deepwater Point, Reedy Point and Bombay Hook: 39.69 -75.52 2.4; 39.53 -75.55 4.8; 39.46 -75.54 5.5; 39.4 -75.47 6.8; 39.28 -75.36 8.1; 39.15 -75.25 8.1
A USPHL+USCDE+USILG+USMAH+USCHT+USPPS Big Stone Beach and Brandywine: 39.0 -75.22 13.5; 38.93 -75.1 10.8
A USPHL+USCDE+USILG+USMAH+USCHT+USPPS Breakwater and Delaware approach: 38.8 -75.08 6.8; 38.68 -74.85 18.9
A USPHL+USCDE+USILG+USMAH+USCHT+USPPS Indian River: 38.53 -74.82 12.2
# Upper Chesapeake; USBAL, USANP; NOAA chart 12278 and 33 CFR 110.158; 2026-11; high
T USBAL Seagirt and Dundalk: 39.25 -76.535 2.8
T USBAL Locust Point and Inner Harbor: 39.27 -76.59 2.8
T USBAL Fairfield and Curtis Bay: 39.225 -76.575 3.3
T USBAL Sparrows Point: 39.215 -76.49 3.3
T USBAL Baltimore Harbor: 39.23 -76.53 8.8
T USBAL Cove Point and Piney Point: 38.4 -76.385 3.3; 38.12 -76.53 3.3
A USBAL Baltimore and Patapsco anchorages: 39.22 -76.52 2.4
A USBAL+USANP Annapolis anchorages: 38.93 -76.42 10.8; 38.82 -76.45 8.1
A USBAL+USANP Love Point: 39.06 -76.32 8.1
A USBAL Cove Point anchorage: 38.3 -76.33 9.5; 38.5 -76.45 10.8; 38.65 -76.45 6.8; 38.0 -76.2 12.2; 38.17 -76.27 8.1
# Hampton Roads; USORF, USPHF, USPTM, USNNS; NOAA chart 12245 and 33 CFR 110.168; 2026-11; high
T USORF Norfolk International and Naval Station: 36.915 -76.325 2.4; 36.95 -76.33 2.8
T USORF Lamberts Point: 36.873 -76.315 2
T USPTM Virginia International Gateway: 36.878 -76.355 1.9
T USPTM Portsmouth and Elizabeth River: 36.835 -76.298 2.2; 36.79 -76.295 3.3; 36.74 -76.3 3.3
T USNNS Newport News: 36.97 -76.43 3.3; 36.995 -76.45 2.2
T USORF Craney Island and Hampton Roads: 36.93 -76.37 8.8
L USNNS James River; 2.4: 37.0 -76.5, 37.15 -76.65, 37.2 -76.8, 37.25 -76.95, 37.3 -77.1
T USNNS Yorktown: 37.23 -76.45 4.4
A USORF+USPTM+USNNS Hampton Roads anchorages: 36.965 -76.36 3; 36.985 -76.39 2.4
A USORF+USPTM+USNNS+USBAL Lynnhaven and Cape Charles: 36.95 -76.08 8.1; 37.12 -76.1 12.2; 37.0 -76.2 6.8
A USORF+USPTM+USNNS+USBAL Virginia Beach: 36.85 -75.83 13.5
A USORF+USPTM+USNNS+USBAL Cape Henry approach: 36.95 -75.65 10.8; 36.75 -75.68 10.8; 37.03 -75.8 8.1
A USORF+USPTM+USNNS+USBAL York Spit and Wolf Trap: 37.2 -76.28 8.1; 37.42 -76.12 12.2
A USORF+USPTM+USNNS+USBAL Middle Chesapeake: 37.27 -76.1 9.5; 37.6 -76.12 9.5; 37.82 -76.17 10.8
L USHOP Hopewell; 1.8: 37.3 -77.15, 37.32 -77.28, 37.38 -77.33
L USRIC Richmond; 1.4: 37.38 -77.36, 37.45 -77.42, 37.52 -77.42
# Carolinas; USMRH, USILM, USGGE, USCHS, USNTS; NOAA charts 11547, 11537 and 11524, 33 CFR 110.173; 2026-11; medium
T USMRH Morehead City: 34.715 -76.695 3.3
A USMRH Beaufort Inlet approach: 34.6 -76.67 12.2
L USILM Cape Fear River; 1.8: 33.9 -78.0, 33.96 -77.95, 34.05 -77.93, 34.2 -77.955, 34.25 -77.955
A USILM Cape Fear approach: 33.76 -78.05 18.9
T USGGE Georgetown: 33.36 -79.285 4.4
T USCHS Wando Welch: 32.835 -79.89 2.2
T USCHS Columbus Street and Union Pier: 32.79 -79.925 2
T USNTS North Charleston and Leatherman: 32.85 -79.94 3.3; 32.9 -79.96 3.3; 32.93 -79.92 4.4
T USCHS Charleston Harbor: 32.78 -79.91 7.7
A USCHS+USNTS Charleston anchorages: 32.765 -79.89 1.8; 32.65 -79.7 17.6; 32.58 -79.52 12.2
# Georgia; USSAV, USPWN, USBQK, USSSI; NOAA charts 11512 and 11506; 2026-11; high
L USSAV Savannah River; 1.8: 32.035 -80.88, 32.085 -81.03, 32.085 -81.1, 32.125 -81.135, 32.16 -81.155
T USSAV Garden City: 32.125 -81.14 2.4
T USSAV Elba Island and Ocean Terminal: 32.085 -80.99 2.8; 32.09 -81.11 1.7
A USSAV+USPWN Savannah approach: 31.95 -80.65 17.6; 31.88 -80.5 13.5; 31.75 -80.55 12.2
T USBQK Colonels Island and Brunswick: 31.125 -81.54 4.4; 31.15 -81.495 3.3
A USBQK Brunswick approach: 31.03 -81.2 16.2
# Florida, Atlantic coast; USFEB, USJAX, USPCV, USPAB, USPEF, USFLL, USMIA; NOAA charts 11491, 11476, 11470 and 11468, 33 CFR 110.183 to 110.188; 2026-11; high
T USFEB Fernandina and Kings Bay: 30.675 -81.465 3.3; 30.79 -81.51 4.4
L USJAX St Johns River; 1.8: 30.395 -81.4, 30.385 -81.46, 30.405 -81.54, 30.41 -81.6, 30.36 -81.62, 30.32 -81.64
T USJAX Blount Island, Dames Point and Talleyrand: 30.39 -81.54 3.3; 30.4 -81.575 2.2; 30.355 -81.62 2.2
A USJAX+USFEB Jacksonville offshore: 30.42 -81.25 14.9; 30.4 -81.08 12.2
A USFEB+USJAX Fernandina approach: 30.68 -81.27 9.5
T USPCV Canaveral: 28.412 -80.615 3.3
A USPCV Canaveral approach: 28.38 -80.5 12.2
T USRBC Palm Beach: 26.765 -80.047 2.2
A USRBC Palm Beach offshore: 26.77 -80.0 5.5
T USPEF Port Everglades: 26.085 -80.117 2.4
A USPEF Port Everglades anchorage: 26.13 -80.075 6.8
T USMIA Dodge Island and Miami River: 25.772 -80.165 2.8; 25.785 -80.21 4.4
A USMIA Miami anchorage: 25.79 -80.085 6.8
T USEYW Key West: 24.56 -81.81 4.4
A USEYW Key West anchorage: 24.48 -81.82 10.8
# Tampa Bay; USTPA, USPME; NOAA chart 11416 and 33 CFR 110.193; 2026-11; high
T USTPA Hookers Point and Port Redwing: 27.92 -82.445 4.4; 27.81 -82.41 3.3
T USTPA Port Tampa and Old Tampa Bay: 27.86 -82.55 3.3; 27.77 -82.62 3.3
T USTPA Big Bend and Alafia River: 27.85 -82.41 4.4
T USPME Port Manatee: 27.635 -82.565 3.3
A USTPA+USPME Tampa Bay anchorages: 27.72 -82.57 4.8; 27.6 -82.65 4.8; 27.77 -82.53 3.3
A USTPA+USPME Egmont approach: 27.62 -82.95 18.9
# Florida Panhandle and Alabama; USPFN, USPSJ, USPNS, USMOB; NOAA charts 11390, 11382 and 11376, 33 CFR 110.194; 2026-11; high
T USPSJ Port Saint Joe: 29.82 -85.31 5.5
T USPFN Panama City: 30.16 -85.71 5.5
A USPFN Panama City approach: 30.03 -85.8 12.2
T USPNS Pensacola: 30.4 -87.215 4.4
A USPNS Pensacola approach: 30.25 -87.32 9.5
L USMOB Mobile River and Ship Channel; 2.4: 30.45 -88.02, 30.6 -88.03, 30.66 -88.035, 30.72 -88.045, 30.78 -88.04
T USMOB Theodore: 30.53 -88.12 4.4
A USMOB Mobile Bay anchorages: 30.27 -88.04 6.8
A USMOB Mobile approach: 30.08 -88.08 17.6
# Mississippi Sound; USPGL, USGPT; NOAA charts 11375 and 11372, 33 CFR 110.194b; 2026-11; high
T USPGL Bayou Casotte and Pascagoula River: 30.345 -88.51 3.3; 30.36 -88.56 3.3
A USPGL Horn Island, Petit Bois Island and Pascagoula approach: 30.2 -88.53 6.8; 30.17 -88.43 6; 30.08 -88.5 13.5
T USGPT Gulfport: 30.355 -89.09 3.3
A USGPT Ship Island approach: 30.15 -88.9 12.2
# Lower Mississippi River and its coast; USMSY, USBTR, USFOC; NOAA charts 11361 to 11370 and 33 CFR 110.195; 2026-11; high
L USMSY Passes and Pilottown; 3: 28.92 -89.42, 29.02 -89.33, 29.15 -89.25, 29.28 -89.35
L USMSY Venice to Pointe a la Hache; 2.4: 29.28 -89.35, 29.36 -89.46, 29.4 -89.6, 29.47 -89.68, 29.538 -89.76, 29.558 -89.779, 29.585 -89.81
L USMSY Myrtle Grove to Belle Chasse; 2.4: 29.585 -89.81, 29.61 -89.87, 29.635 -89.93, 29.66 -89.965, 29.7 -89.99, 29.75 -90.02, 29.785 -90.02, 29.82 -90.002, 29.84 -89.99, 29.865 -89.965, 29.88 -89.955
L USMSY Chalmette and New Orleans; 2.2: 29.88 -89.955, 29.868 -89.91, 29.885 -89.89, 29.915 -89.92, 29.93 -89.955, 29.955 -90.02, 29.955 -90.06, 29.925 -90.06, 29.92 -90.11, 29.94 -90.15, 29.915 -90.2
L USMSY Avondale to Taft; 2.4: 29.915 -90.2, 29.96 -90.255, 29.95 -90.33, 29.945 -90.36, 29.97 -90.385, 29.99 -90.405, 30.0 -90.43
L USMSY South Louisiana, Reserve and Gramercy; 2.4: 30.0 -90.43, 30.05 -90.5, 30.05 -90.58, 30.045 -90.665, 30.03 -90.69, 30.0 -90.72, 30.0 -90.75, 30.008 -90.785, 30.0 -90.83, 30.04 -90.845, 30.06 -90.86, 30.1 -90.92
L USBTR Donaldsonville and Geismar; 2.4: 30.1 -90.92, 30.11 -90.99, 30.19 -91.01, 30.21 -91.06, 30.2 -91.12
L USBTR Plaquemine to Baton Rouge; 2.4: 30.2 -91.12, 30.24 -91.1, 30.275 -91.15, 30.29 -91.2, 30.34 -91.24, 30.35 -91.19, 30.33 -91.15, 30.4 -91.2, 30.46 -91.2, 30.52 -91.2
A USMSY+USBTR Southwest Pass: 28.85 -89.45 12.2; 28.72 -89.4 17.6; 28.9 -89.36 6.8; 28.82 -89.95 13.5
A USMSY+USBTR South Pass and Mississippi Delta: 28.98 -89.1 12.2; 28.9 -88.9 18.9
T USMSY Louisiana Offshore Oil Port: 28.885 -90.025 6.6
A USMSY Fairway anchorage of the oil port: 28.73 -90.08 13.5; 28.6 -90.12 9.5
T USFOC Port Fourchon and Golden Meadow: 29.12 -90.2 4.4; 29.23 -90.22 5.5
L USFOC Bayou Lafourche and Larose; 2.4: 29.28 -90.23, 29.4 -90.27, 29.5 -90.33, 29.57 -90.38, 29.57 -90.55, 29.55 -90.7
L USFOC Houma and Morgan City; 4: 29.55 -90.7, 29.6 -90.72, 29.65 -91.05, 29.68 -91.1, 29.7 -91.21, 29.55 -91.25
L USLCH Intracoastal City and Port of Iberia; 4.4: 29.73 -92.16, 29.78 -92.17, 29.78 -92.0, 29.78 -91.75
A USFOC Belle Pass approach: 29.0 -90.2 8.1
# Louisiana, western coast; USLCH; NOAA charts 11339 and 11347; 2026-11; high
L USLCH Cameron and Calcasieu Channel; 2.4: 29.76 -93.34, 29.82 -93.35, 29.95 -93.33, 30.05 -93.33, 30.1 -93.3, 30.13 -93.33, 30.2 -93.28, 30.23 -93.25
A USLCH Calcasieu approach: 29.6 -93.3 16.2; 29.42 -93.25 16.2
# Sabine and Neches; USBPT, USPOA; NOAA charts 11341 and 11343, 33 CFR 156.300; 2026-11; high
L USPOA Sabine Pass and Port Arthur; 2.4: 29.68 -93.84, 29.75 -93.87, 29.82 -93.96, 29.88 -93.94, 29.95 -93.88
L USBPT Neches River; 2.2: 29.97 -93.87, 29.985 -93.95, 30.03 -94.02, 30.05 -94.06, 30.08 -94.08, 30.085 -94.09
L USBPT Orange; 2.4: 29.98 -93.83, 30.05 -93.74, 30.09 -93.72
A USBPT+USPOA Sabine Bank and Sabine approach: 29.55 -93.75 14.9; 29.42 -93.67 17.6; 29.26 -93.7 13.5
A USBPT+USPOA+USLCH South Sabine Point lightering area: 28.52 -93.7 27; 28.52 -93.25 24.3; 28.4 -92.85 20.3
# Galveston Bay; USHOU, USGLS, USTXT; NOAA charts 11324 to 11329 and 33 CFR 110.197; 2026-11; high
T USHOU Barbours Cut: 29.682 -94.995 2.6
T USHOU Bayport: 29.615 -94.995 2.8
L USHOU Houston Ship Channel; 1.9: 29.68 -94.97, 29.72 -95.015, 29.75 -95.07, 29.745 -95.12, 29.735 -95.18, 29.725 -95.235, 29.75 -95.29
T USHOU Houston Turning Basin: 29.745 -95.28 2.8
L USHOU Galveston Bay channel; 1.8: 29.4 -94.8, 29.5 -94.87, 29.62 -94.95
T USTXT Texas City: 29.37 -94.895 3.3
T USGLS Galveston: 29.315 -94.8 3.9; 29.335 -94.77 2.2
A USHOU+USGLS+USTXT Bolivar Roads: 29.345 -94.75 2.9
A USHOU+USGLS+USTXT Galveston fairway anchorages: 29.25 -94.55 16.2; 29.12 -94.55 16.2; 29.25 -94.35 16.2; 29.1 -94.72 16.2
A USHOU+USGLS+USTXT Galveston lightering area: 28.85 -94.6 27; 28.6 -94.9 24.3; 28.6 -94.6 21.6; 28.38 -94.5 16.2
# Texas, southern coast; USFPO, USPLV, USCRP, USBRO; NOAA charts 11321, 11309 and 11302; 2026-11; high
T USFPO Freeport: 28.94 -95.33 4.4
A USFPO Freeport approach: 28.83 -95.17 16.2; 28.97 -95.07 8.1
T USPLV Matagorda Ship Channel and Point Comfort: 28.64 -96.56 5.5; 28.43 -96.33 4.4
A USPLV Matagorda approach: 28.35 -96.25 13.5
L USCRP Ingleside and Corpus Christi; 2.4: 27.83 -97.05, 27.82 -97.2, 27.815 -97.3, 27.815 -97.4, 27.82 -97.5
T USCRP Port Aransas and La Quinta: 27.84 -97.06 4.4; 27.87 -97.25 4.4
A USCRP Aransas Pass approach: 27.75 -96.93 17.6; 27.62 -96.75 17.6
A USCRP Corpus Christi lightering area: 27.45 -96.5 21.6
L USBRO Brownsville; 1.8: 26.065 -97.15, 26.03 -97.25, 25.98 -97.36, 25.95 -97.41
A USBRO Brazos Santiago approach: 26.06 -97.05 12.2; 25.97 -97.05 8.1
`
