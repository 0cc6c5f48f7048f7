/** Ports of the Great Lakes and the Saint Lawrence. `PortAreaTable.ts` describes the form of the table. */
export const GREAT_LAKES_AREAS = `
# Lake Superior; USDLH, USSUW, USSIB, USMQT, CATHU; NOAA charts 14975, 14966 and 14970; 2026-11; medium
T USDLH Duluth and Rices Point: 46.755 -92.11 4.4; 46.77 -92.09 2.8
T USSUW Superior, Allouez Bay and Midwest Energy: 46.715 -92.08 5; 46.735 -92.13 3.3
L USSUW Saint Louis River; 1.8: 46.735 -92.13, 46.7 -92.2, 46.66 -92.22
T USDLH Two Harbors: 47.015 -91.67 3.3
T USSIB Silver Bay: 47.285 -91.26 3.3
A USDLH+USSUW Duluth and Superior anchorages: 46.77 -92.0 8.1; 46.85 -91.85 8.1
A USDLH+USSIB Two Harbors anchorage: 46.98 -91.65 6.8
T USMQT Marquette and Presque Isle: 46.56 -87.385 5.5
L USMQT Keweenaw Waterway; 2.4: 46.97 -88.43, 47.06 -88.5, 47.12 -88.55, 47.23 -88.63
T CATHU Thunder Bay: 48.4 -89.22 8.8
A CATHU Thunder Bay anchorage: 48.35 -89.1 8.8
# Saint Marys River and northern Lake Huron; CASSM, USRCY, USAPN; NOAA charts 14880, 14882 and 14864; 2026-11; medium
L CASSM Saint Marys River; 2.4: 46.5 -84.6, 46.51 -84.45, 46.5 -84.33, 46.42 -84.2, 46.28 -84.2, 46.1 -84.05, 46.0 -83.9
A CASSM Whitefish Bay and Waiska Bay: 46.48 -84.63 8.1; 46.6 -84.85 10.8; 46.47 -84.87 6.8
T USRCY Rogers City and Calcite: 45.41 -83.79 4.4
T USRCY Port Dolomite and Drummond Island: 45.975 -84.3 4.4; 46.0 -83.76 4.4
T USRCY Cheboygan and Mackinac: 45.65 -84.47 3.3; 45.85 -84.7 5.5
A USRCY+CASSM De Tour Passage: 45.95 -83.92 6.8
T USAPN Alpena: 45.06 -83.43 4.4
T USAPN Stoneport: 45.295 -83.42 4.4
T USAPN Alabaster and Port Gypsum: 44.19 -83.54 3.3
A USAPN Thunder Bay anchorage: 45.0 -83.35 8.1
# Lake Michigan; USCHI, USECH, USGYY, USBNB, USMKE, USMTW, USSUE, USGRB, USESC, USLDM, USMKG, USGHN, USHLM; NOAA charts 14929, 14927, 14924 and 14912; 2026-11; medium
T USCHI Navy Pier and Chicago River: 41.885 -87.61 3.3
L USCHI Calumet Harbor and River; 1.8: 41.74 -87.52, 41.72 -87.545, 41.68 -87.565, 41.65 -87.57
T USECH Indiana Harbor and Whiting: 41.67 -87.44 4.4; 41.68 -87.49 2.8
T USGYY Gary and Buffington: 41.615 -87.33 4.4; 41.645 -87.41 2.8
T USBNB Burns Harbor and Portage: 41.64 -87.15 4.4
A USCHI+USECH+USGYY+USBNB Southern Lake Michigan: 41.78 -87.4 12.2; 41.72 -87.2 10.8
T USMKE Milwaukee and Oak Creek: 43.02 -87.895 4.4; 42.85 -87.84 3.3
A USMKE Milwaukee anchorage: 43.02 -87.83 5.5
T USMTW Manitowoc: 44.095 -87.65 3.3
T USSUE Sturgeon Bay: 44.84 -87.385 4.4; 44.79 -87.3 3.3
L USGRB Green Bay and Fox River; 2.4: 44.45 -88.06, 44.51 -88.015, 44.54 -88.0, 44.6 -87.97
T USGRB Marinette and Menominee: 45.09 -87.6 4.4
A USSUE+USGRB Green Bay anchorages: 44.9 -87.5 8.1; 44.7 -87.85 10.8
T USESC Escanaba and Gladstone: 45.77 -87.05 5.5; 45.84 -87.02 3.3
A USESC Little Bay de Noc: 45.71 -87.0 5.5
T USESC Port Inland and Manistique: 45.96 -85.87 4.4; 45.95 -86.25 3.3
T USLDM Ludington and Manistee: 43.95 -86.46 3.3; 44.25 -86.33 4.4
T USMKG Muskegon and White Lake: 43.23 -86.3 6.6
T USGHN Grand Haven and Ferrysburg: 43.07 -86.22 4.4
T USHLM Holland: 42.775 -86.16 6.6
T USHLM Saint Joseph: 42.11 -86.48 3.3
T USRCY Charlevoix: 45.32 -85.27 4.4
# Lake Huron, southern part; USPHN, CASNI, CAGOH; NOAA chart 14862 and CHS chart 2261; 2026-11; medium
T CAGOH Goderich: 43.745 -81.72 3.3
A CAGOH Goderich anchorage: 43.75 -81.8 5.5
L USPHN Saginaw River; 2.4: 43.7 -83.85, 43.62 -83.87, 43.53 -83.9, 43.44 -83.94
L USPHN Port Huron and Marysville; 1.4: 43.03 -82.42, 42.97 -82.42, 42.9 -82.48
L CASNI Sarnia and Corunna; 1.4: 43.0 -82.405, 42.97 -82.405, 42.88 -82.45, 42.75 -82.47
A USPHN+CASNI Port Huron anchorage: 43.1 -82.4 8.1
A USPHN Saginaw Bay: 43.78 -83.72 9.5
# Detroit River and western Lake Erie; USDET, USTOL; NOAA charts 14848, 14846 and 14847; 2026-11; medium
L USDET Saint Clair River; 1.4: 42.9 -82.48, 42.82 -82.48, 42.72 -82.49, 42.62 -82.52
L USDET Detroit and Rouge Rivers; 2.4: 42.36 -82.93, 42.33 -83.05, 42.28 -83.11, 42.21 -83.14, 42.12 -83.17
T USDET Rouge River: 42.29 -83.15 3.3
A USDET Detroit River anchorages: 42.34 -82.98 2.4; 42.2 -83.1 3.3
L USTOL Maumee River; 2.2: 41.64 -83.54, 41.67 -83.5, 41.7 -83.46, 41.75 -83.4
T USTOL Monroe: 41.89 -83.34 4.4
A USDET+USTOL Western Lake Erie: 41.83 -83.22 10.8; 41.95 -83.1 8.1
A USTOL+USDET+USLOR Pelee Passage: 41.78 -82.6 9.5
# Lake Erie; USLOR, USCLE, USFPT, USASF, USCDY, USERI, USBUF, CAPCO; NOAA charts 14820, 14839, 14836 and 14833; 2026-11; medium
T USLOR Sandusky, Huron and Marblehead: 41.48 -82.71 5.5; 41.4 -82.55 3.3; 41.54 -82.73 3.3
T USLOR Lorain: 41.465 -82.185 4.4
L USCLE Cleveland and Cuyahoga River; 1.8: 41.53 -81.64, 41.505 -81.7, 41.485 -81.7, 41.465 -81.675
A USCLE+USLOR Cleveland anchorage: 41.58 -81.75 8.1
T USFPT Fairport Harbor: 41.755 -81.29 3.3
T USASF Ashtabula: 41.91 -80.795 3.3
T USCDY Conneaut: 41.97 -80.555 3.3
T USERI Erie: 42.14 -80.08 5.5
L USBUF Buffalo Harbor; 2.4: 42.83 -78.86, 42.88 -78.89, 42.93 -78.91, 43.02 -78.88
T CAPCO Port Colborne: 42.875 -79.25 4.4
A USBUF+CAPCO Eastern Lake Erie: 42.82 -79.2 8.1; 42.84 -78.98 8.1
# Lake Ontario and the Saint Lawrence; CATOR, CAHAM, CACSN, CABTH, USOSW, USOGS; NOAA chart 14813 and CHS charts 2067 and 2085; 2026-11; medium
T CAHAM Hamilton: 43.28 -79.81 5.5
A CAHAM Hamilton and Burlington anchorage: 43.31 -79.75 5.5
T CATOR Toronto: 43.64 -79.35 4.4
A CATOR Toronto anchorage: 43.6 -79.37 5.5
T CACSN Clarkson: 43.49 -79.61 3.3
T CABTH Bath and Picton: 44.17 -76.78 4.4; 44.05 -77.07 3.3
T USOSW Oswego: 43.465 -76.515 3.3
T USOGS Ogdensburg and Prescott: 44.71 -75.49 4.4
L CACWL Cornwall, Massena and the Seaway locks; 2.4: 44.98 -74.88, 44.99 -74.75, 45.02 -74.7
A CABTH+USOGS Cape Vincent and Carleton Island: 44.17 -76.28 5.5
A CAHAM+CATOR Port Weller anchorage: 43.28 -79.2 6.8
# Lower Saint Lawrence and Newfoundland; CABCO, CAGCA, CARIM, CACBC, CANWP; CHS charts 1201, 1234 and 4839; 2026-11; medium
T CABCO Baie Comeau: 49.24 -68.14 4.4
A CABCO Baie Comeau anchorage: 49.22 -68.06 5.5
T CAGCA Gros Cacouna: 47.93 -69.52 3.3
T CARIM Rimouski: 48.48 -68.515 3.3
A CARIM+CAGCA+CAQUE+CAMTR+CATRR Les Escoumins and Bic: 48.35 -69.3 6.8; 48.42 -68.75 6.8
T CACBC Come By Chance and Whiffen Head: 47.795 -54.01 4.4
A CACBC Placentia Bay anchorages: 47.7 -54.05 6.8; 47.4 -54.1 10.8
T CANWP Argentia: 47.3 -53.985 4.4
T CANWP Long Harbour: 47.43 -53.82 4.4
`
