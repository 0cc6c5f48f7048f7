/** Ports of Hawaii, Alaska and the island territories of the United States. `PortAreaTable.ts` describes the form of the table. */
export const PACIFIC_CARIBBEAN_AREAS = `
# Hawaii; USHNL, USOGG, USITO, USNIJ, USPAL; NOAA charts 19367 and 19364; 2026-11; medium
T USHNL Honolulu: 21.31 -157.875 3.3
T USHNL Barbers Point: 21.32 -158.12 5.5
A USHNL Mamala Bay: 21.27 -157.92 8.1
A USHNL Barbers Point roads: 21.26 -158.12 6.8
T USOGG Kahului: 20.9 -156.47 3.3
A USOGG Kahului approach: 20.95 -156.47 4.8
A USOGG Lahaina roads: 20.87 -156.71 4.8
T USOGG Kaunakakai and Kaumalapau: 21.08 -157.035 3.3; 20.785 -157.0 3.3
T USITO Hilo: 19.735 -155.065 4.4
T USITO Kawaihae: 20.04 -155.835 3.3
T USNIJ Nawiliwili: 21.95 -159.35 4.4
T USPAL Port Allen: 21.9 -159.59 3.3
T USHNL Pearl Harbor: 21.355 -157.96 4.4
# Alaska; USANC, USVDZ, USDUT, USKTN, USJNU, USENA, USADQ, USHOM, USSWD, USSIT, USSGY, USWRG, USOME; NOAA charts 16660, 16708 and 16529; 2026-11; medium
T USANC Anchorage: 61.24 -149.89 4.4
T USENA Nikiski: 60.68 -151.4 5.5
A USENA Nikiski roads: 60.74 -151.52 8.1
T USVDZ Valdez: 61.1 -146.37 6.6
A USVDZ Knowles Head: 60.65 -146.6 12.2
A USHOM+USANC+USENA Kachemak Bay: 59.6 -151.4 12.2
T USDUT Dutch Harbor: 53.895 -166.53 4.4
A USDUT Unalaska Bay and Broad Bay: 53.92 -166.58 6.8
T USADQ Kodiak: 57.78 -152.42 5.5
T USKTN Ketchikan: 55.34 -131.65 5.5
T USJNU Juneau: 58.295 -134.41 5.5
T USSWD Seward: 60.1 -149.4 5.5
T USSWD Whittier: 60.78 -148.67 4.4
T USDUT Akutan: 54.13 -165.8 5.5
A USANC Anchorage and Fire Island: 61.25 -150.0 8.1
T USSIT Sitka: 57.05 -135.35 5.5
T USSGY Skagway and Haines: 59.45 -135.33 3.3; 59.23 -135.44 4.4
T USWRG Wrangell: 56.47 -132.39 3.3
T USHOM Homer and Seldovia: 59.6 -151.41 3.3; 59.44 -151.72 3.3
T USOME Nome: 64.5 -165.43 4.4
A USOME Nome roads: 64.46 -165.45 6.8
A USADQ Chiniak Bay: 57.73 -152.4 6.8
# Puerto Rico and the Virgin Islands; PRSJU, PRPSE, PRGUY, PRLAM, PRPYA, PRMAZ, PRFAJ, VISTX, VICTD, VISTT; NOAA charts 25670 and 25641; 2026-11; medium
T PRSJU San Juan: 18.44 -66.09 4.4
A PRSJU San Juan approach: 18.5 -66.12 9.5
T PRPSE Ponce: 17.97 -66.62 4.4
A PRPSE+PRGUY Ponce and Guayanilla approach: 17.92 -66.65 6.8; 17.94 -66.77 5.5
T PRGUY Guayanilla: 17.99 -66.76 4.4
T PRLAM Las Mareas and Aguirre: 17.94 -66.16 4.4; 17.95 -66.23 3.3
T PRPYA Yabucoa: 18.055 -65.825 3.3
T PRMAZ Mayaguez: 18.22 -67.165 3.3
A PRMAZ Mayaguez Bay: 18.22 -67.22 4.8
T PRFAJ Fajardo and Ceiba: 18.335 -65.63 3.3; 18.235 -65.62 4.4
T VISTX Limetree Bay and Port Alucroix: 17.695 -64.755 4.4
A VISTX Saint Croix anchorage: 17.66 -64.78 6.8
T VISTX Frederiksted: 17.715 -64.89 3.3
T VISTT Charlotte Amalie: 18.335 -64.94 4.4
A VISTT Saint Thomas anchorage: 18.3 -64.95 4.8
T VICTD Christiansted: 17.755 -64.7 2.4
# Guam and Saipan; GUGUM, MPSPN; NOAA charts 81054 and 81071; 2026-11; medium
T GUGUM Apra Harbor: 13.45 144.65 4.4
A GUGUM Apra approach: 13.46 144.58 6.8
T MPSPN Saipan Harbor: 15.225 145.735 3.3
A MPSPN Saipan anchorage: 15.2 145.65 9.5
`
