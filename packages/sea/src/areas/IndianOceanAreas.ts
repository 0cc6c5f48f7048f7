/** Ports of south-eastern and southern Asia, the Middle East and Africa. `PortAreaTable.ts` describes the form of the table. */
export const INDIAN_OCEAN_AREAS = `
# Singapore Strait; SGSIN, MYTPP, MYPGU, MYJHB, IDBTM, IDKAB; Maritime and Port Authority of Singapore circulars and charts 4040 and 4041; 2026-11; high
T SGSIN Tanjong Pagar, Keppel and Brani: 1.265 103.84 2.5
T SGSIN Pasir Panjang: 1.275 103.775 3.5
T SGSIN Tuas: 1.23 103.625 4
T SGSIN Jurong: 1.305 103.71 3; 1.31 103.67 2.5
T SGSIN Jurong Island and Pulau Bukom: 1.265 103.69 5; 1.23 103.77 3
T SGSIN Sembawang: 1.46 103.83 4
T MYTPP Tanjung Pelepas: 1.36 103.55 4
T MYPGU Pasir Gudang and Tanjung Langsat: 1.435 103.91 3; 1.45 103.99 3
T MYJHB Pengerang: 1.34 104.15 4
A SGSIN Eastern anchorages: 1.29 103.93 6.2; 1.3 104.02 6.2; 1.28 103.87 3.3; 1.235 103.87 4.4
A SGSIN Western and Sudong anchorages: 1.21 103.72 4.4; 1.22 103.8 3.3; 1.25 103.73 2.8; 1.135 103.61 4.4
A SGSIN+MYTPP Raffles and Tuas anchorages: 1.19 103.68 4.4; 1.18 103.6 4.4
A SGSIN+MYTPP+MYPGU Singapore Strait, eastern outer limits: 1.35 104.35 10; 1.48 104.4 15
A MYTPP+SGSIN Singapore Strait, western outer limits: 1.2 103.45 10; 1.3 103.38 10
A MYPGU+MYJHB Johor River and Pasir Gudang anchorage: 1.41 104.02 3.3
T IDBTM Batu Ampar: 1.165 104.0 3
T IDKAB Kabil: 1.05 104.13 4
A IDBTM+IDKAB Batam and Galang anchorages: 1.17 103.95 4.4; .95 104.2 8.8
# Strait of Malacca; MYPKG, MYPEN, MYBWH, MYMKZ, MYPDI, IDBLW, IDDUM; Port Klang Authority's list of terminals and charts 2152 and 3945; 2026-11; high
T MYPKG Westports: 2.94 101.3 3
T MYPKG Northport: 3.01 101.36 3
T MYPKG Southpoint: 2.99 101.39 1.5
A MYPKG Port Klang anchorages: 2.98 101.22 6.2; 3.08 101.27 6.2; 2.88 101.22 6.2; 3.05 101.17 5
A MYPDI Port Dickson anchorage: 2.42 101.78 7.5
A MYMKZ Melaka anchorage: 2.14 102.2 6.2
T MYPEN Butterworth: 5.405 100.37 3
T MYPEN Prai: 5.37 100.38 2.5
A MYPEN+MYBWH Penang anchorages: 5.48 100.35 7.5; 5.3 100.37 4.4
T MYPDI Port Dickson: 2.53 101.78 5
T MYMKZ Malacca and Sungai Udang: 2.24 102.14 6
T IDBLW Belawan: 3.79 98.69 5
A IDBLW Belawan approach: 3.92 98.78 10
T IDDUM Dumai: 1.69 101.45 6
A IDDUM Dumai anchorage: 1.74 101.38 6.2
# Borneo and eastern Malaysia; MYKUA, MYBTU, MYBKI, MYKTE, BNMUA, IDBPN, IDSRI, IDTAB; charts 2104 and 2894; 2026-11; medium
T MYKUA Kuantan: 3.97 103.43 4
A MYKUA Kuantan anchorage: 3.97 103.53 8.8
T MYKTE Kerteh: 4.6 103.48 6
T MYBTU Bintulu: 3.27 113.07 5
A MYBTU Bintulu anchorage: 3.3 113.0 8.8
T MYBKI Sapangar: 6.09 116.12 4
T BNMUA Muara: 5.03 115.07 4
T IDBPN Balikpapan: -1.27 116.81 6
A IDBPN Balikpapan roads: -1.35 116.9 10
T IDTAB Taboneo anchorage: -3.72 114.43 10
A IDSRI Muara Berau and Muara Jawa: -.25 117.6 12.5; -1.1 117.35 12.5
# Java; IDTPP, IDJKT, IDSUB, IDGRE, IDSRG, IDCIG, IDMRK, IDCXP; Indonesian charts 86 and 96; 2026-11; high
T IDTPP Tanjung Priok: -6.1 106.885 4
A IDTPP+IDJKT Jakarta Bay: -6.03 106.88 7.5; -5.98 106.75 7.5
T IDSUB Tanjung Perak: -7.2 112.725 3
T IDSUB Lamong Bay: -7.2 112.67 3
T IDGRE Gresik: -7.14 112.66 4
A IDSUB+IDGRE Surabaya anchorages: -7.17 112.74 3.3; -7.1 112.69 4.4; -6.85 112.75 12.5; -7.15 112.69 2.8
T IDSRG Semarang: -6.94 110.42 4
A IDSRG Semarang roads: -6.87 110.4 7.5
T IDCIG Cigading: -6.01 105.95 4
T IDMRK Merak and Suralaya: -5.91 106.0 5
A IDCIG+IDMRK Cilegon anchorages: -5.95 105.93 7.5
T IDCXP Cilacap: -7.74 109.0 5
# Sumatra, Sulawesi and eastern Indonesia; IDPLM, IDPNJ, IDTBR, IDMAK; Indonesian charts; 2026-11; medium
T IDPLM Palembang: -2.98 104.78 5
T IDPNJ Panjang: -5.47 105.32 5
T IDTBR Teluk Bayur: -1.0 100.37 4
T IDMAK Makassar: -5.12 119.41 4
T IDBIT Bitung: 1.44 125.19 4
# Philippines; PHMNL, PHMNN, PHMNS, PHBTG, PHSFS, PHCEB, PHDVO, PHCGY; Philippine Ports Authority plans; 2026-11; high
T PHMNL Manila International Container Terminal: 14.605 120.945 1.8
T PHMNN Manila North Harbor: 14.62 120.955 1.2
T PHMNS Manila South Harbor: 14.585 120.965 1.8
A PHMNL+PHMNN+PHMNS Manila Bay anchorages: 14.58 120.9 6.2; 14.52 120.92 6.2; 14.58 120.8 10; 14.42 120.6 6.2
T PHBTG Batangas: 13.75 121.04 4
A PHBTG Batangas Bay: 13.71 121.0 7.5
T PHSFS Subic Bay: 14.8 120.25 4
T PHMNL Limay and Mariveles: 14.52 120.61 4; 14.43 120.5 4
T PHCEB Cebu: 10.31 123.92 4
A PHCEB Cebu anchorage: 10.28 123.88 4.4
A PHDVO Davao anchorage: 7.05 125.65 6.2
T PHDVO Davao: 7.12 125.66 5
T PHCGY Cagayan de Oro: 8.5 124.65 5
# Vietnam; VNVUT, VNCMT, VNTOT, VNCLI, VNSGN, VNVIC, VNTTD, VNHPH, VNLCH, VNDAD, VNUIH; Vinamarine's list of terminals and charts 3986 and 3881; 2026-11; high
T VNCMT Cai Mep: 10.535 107.03 4
T VNCMT Thi Vai and Phu My: 10.6 107.025 4
T VNCLI Cat Lai: 10.76 106.79 2.5
T VNSGN Saigon River and Nha Be: 10.765 106.72 2; 10.69 106.75 4
T VNVIC Khanh Hoi and VICT: 10.755 106.73 1
T VNSGN Hiep Phuoc: 10.62 106.76 4
T VNVUT Vung Tau: 10.38 107.08 4
A VNVUT+VNCMT+VNCLI+VNSGN Vung Tau anchorages: 10.3 107.03 7.5; 10.22 107.05 10
T VNHPH Haiphong and Dinh Vu: 20.865 106.69 3; 20.83 106.77 4
T VNLCH Lach Huyen: 20.8 106.91 4
T VNHPH Hai Phong and Dinh Vu: 20.865 106.7 3.3; 20.85 106.76 3.3
A VNHPH+VNLCH Haiphong anchorages: 20.68 106.93 10
T VNCLN Cai Lan: 20.97 107.05 4
A VNCLN Ha Long anchorages: 20.88 107.07 6.2; 20.72 107.15 8.8
T VNDAD Da Nang: 16.12 108.21 4
A VNDAD Da Nang Bay: 16.13 108.17 6.2
T VNUIH Quy Nhon: 13.77 109.24 4
T VNDQT Dung Quat: 15.41 108.79 5
# Gulf of Thailand; THLCH, THSRI, THKSI, THBKK, THPAT, THMAT, THSGZ, KHKOS; Port Authority of Thailand plans and charts 3965 and 1046; 2026-11; high
T THLCH Laem Chabang: 13.08 100.88 4
T THSRI Sriracha: 13.12 100.88 3
A THLCH+THSRI+THKSI+THBKK+THPAT Ko Sichang and Laem Chabang: 13.15 100.78 7.5; 13.05 100.8 6.2; 13.22 100.78 6.2
T THBKK Khlong Toei: 13.7 100.575 2.5
T THSPR Samut Prakan and Bang Pa-in bend: 13.63 100.55 3; 13.59 100.59 3
A THBKK+THPAT Bangkok bar: 13.38 100.6 10
T THSGZ Songkhla: 7.22 100.58 4
T KHKOS Sihanoukville: 10.65 103.51 4
# Bay of Bengal; BDCGP, BDMGL, MMRGN, MMTLA, INCCU, INHAL, INPRT, INVTZ, INGGV, INKRI, INENR, INKAT, INMAA, INTUT; Indian charts 351 to 3004; 2026-11; high
T BDCGP Chattogram: 22.3 91.8 5; 22.26 91.82 4
A BDCGP Chattogram outer anchorages: 22.2 91.73 8.8; 22.05 91.75 12.5; 21.85 91.82 10
T BDCGP Matarbari: 21.7 91.87 4
T BDMGL Mongla: 22.48 89.6 5
A BDMGL Mongla approach: 21.8 89.5 10
T MMTLA Thilawa: 16.67 96.25 4
T MMRGN Yangon: 16.77 96.16 4
A MMRGN+MMTLA Yangon approach: 16.1 96.3 12.5
T INCCU Kolkata: 22.545 88.31 4
T INHAL Haldia: 22.025 88.08 4
A INCCU+INHAL Sagar and Sandheads: 21.65 88.0 10; 20.98 88.2 16.2
T INPRT Paradip: 20.26 86.68 4
A INPRT Paradip anchorage: 20.2 86.75 10
T INVTZ Visakhapatnam: 17.69 83.29 4
T INGGV Gangavaram: 17.62 83.24 3
A INVTZ+INGGV Visakhapatnam anchorage: 17.65 83.35 8.8
T INKRI Krishnapatnam: 14.25 80.13 4
A INKRI Krishnapatnam anchorage: 14.22 80.22 8.8
T INMAA Chennai: 13.1 80.3 3.5
T INENR Ennore: 13.26 80.34 3
T INKAT Kattupalli: 13.31 80.35 2.5
A INMAA+INENR+INKAT Chennai and Ennore anchorages: 13.15 80.4 8.8; 13.28 80.42 6.2
T INTUT Tuticorin: 8.75 78.21 4
A INTUT Tuticorin anchorage: 8.75 78.28 6.2
T INKAK Kakinada: 16.98 82.28 5
# Sri Lanka and Maldives; LKCMB, LKHBA, LKGAL, LKTRR, MVMLE; Sri Lanka Ports Authority plans; 2026-11; high
T LKCMB Colombo: 6.95 79.845 3.5
A LKCMB Colombo anchorage: 6.97 79.78 7.5
T LKHBA Hambantota: 6.12 81.11 4
T LKTRR Trincomalee: 8.56 81.22 5
T MVMLE Male: 4.18 73.5 4
# Western India and Pakistan; INNSA, INBOM, INMUN, INIXY, INPAV, INHZA, INSTV, INDAH, INCOK, INIXE, INMRM, INSIK, INVZJ, PKKHI, PKBQM, PKGWD; Indian charts 2016 and 203, Karachi Port Trust plan; 2026-11; high
T INNSA Nhava Sheva: 18.95 72.945 3.5
T INBOM Mumbai docks: 18.95 72.85 3; 19.0 72.89 4
A INNSA+INBOM Mumbai anchorages: 18.88 72.83 6.2; 18.85 72.7 10; 18.92 72.88 2.8
T INMUN Mundra: 22.735 69.7 5
T INIXY Kandla: 23.01 70.22 4
T INIXY Tuna Tekra and Vadinar: 22.92 70.12 4; 22.47 69.7 6
A INMUN+INIXY+INSIK Gulf of Kachchh anchorages: 22.68 69.6 7.5; 22.83 70.1 6.2; 22.6 69.8 7.5; 22.76 70.12 6.2; 22.56 69.84 5
T INSIK Sikka: 22.5 69.82 6
T INPAV Pipavav: 20.91 71.51 4
A INPAV Pipavav anchorage: 20.85 71.55 7.5
T INHZA Hazira: 21.08 72.64 5
A INHZA+INSTV+INDAH Hazira and Dahej anchorages: 20.98 72.55 10; 21.63 72.45 7.5
T INDAH Dahej: 21.68 72.52 5
T INCOK Cochin and Vallarpadam: 9.97 76.25 4
A INCOK Cochin anchorage: 9.97 76.13 8.8
T INVZJ Vizhinjam: 8.37 76.99 4
T INIXE New Mangalore: 12.93 74.81 4
A INIXE Mangalore anchorage: 12.93 74.73 7.5
T INMRM Mormugao: 15.41 73.79 4
A INMRM Mormugao anchorage: 15.43 73.7 7.5
T PKKHI Karachi: 24.82 66.98 4
A PKKHI+PKBQM Karachi anchorages: 24.73 66.93 8.8; 24.6 67.05 10; 24.63 67.2 8.8
T PKBQM Port Qasim: 24.78 67.33 5
T PKGWD Gwadar: 25.11 62.33 4
# Persian Gulf; AEJEA, AEDXB, AEPRA, AEKHL, AEAUH, AESHJ, AERKT, AEAJM, AERUW, IRBND, IRBKM, IRBUZ, IRASA, IRKHK, IQUQR, IQBSR, KWSWK, KWSAA, SADMM, SAJUB, SARTA, BHKBS, QAHMD, QARLF, QAMES; admiralty charts 3178, 3175 and 3412; 2026-11; high
T AEJEA Jebel Ali: 25.02 55.05 5
T AEDXB Dubai Drydocks and Rashid: 25.27 55.27 3
A AEJEA+AEDXB Jebel Ali and Dubai anchorages: 25.1 54.98 7.5; 25.18 54.95 10; 25.33 55.15 7.5
T AESHJ Sharjah and Hamriyah: 25.36 55.37 3; 25.48 55.49 4
T AEAJM Ajman: 25.41 55.44 2.5
A AESHJ+AEAJM+AEDXB Sharjah anchorages: 25.45 55.3 8.8; 25.55 55.4 8.8
T AERKT Saqr and Ras al Khaimah: 25.97 56.05 4; 25.78 55.95 3
T AEKHL Khalifa: 24.81 54.65 5
T AEAUH Zayed: 24.52 54.38 4
A AEKHL+AEAUH Abu Dhabi anchorages: 24.9 54.55 8.8; 24.7 54.25 11.2; 24.6 54.2 6.2
T AERUW Ruwais and Jebel Dhanna: 24.14 52.72 5; 24.2 52.61 4
T IRBND Shahid Rajaee: 27.1 56.06 5
A IRBND Bandar Abbas anchorages: 27.03 56.1 7.5; 27.08 56.25 7.5
T IRBKM Bandar Imam Khomeini: 30.43 49.07 6
A IRBKM Khor Musa approach: 29.8 49.2 12.5
T IRBUZ Bushehr: 28.98 50.83 4
T IRASA Asaluyeh: 27.47 52.6 6
T IRKHK Kharg: 29.23 50.32 6
A IRKHK Kharg anchorage: 29.12 50.4 10
T IQUQR Umm Qasr: 30.03 47.95 4; 29.98 47.98 3
T IQBSR Al Basrah oil terminal: 29.68 48.81 6
A IQUQR+IQBSR Khor Abd Allah approach: 29.55 48.85 11.2; 29.45 48.75 10
T KWSWK Shuwaikh: 29.355 47.93 4
T KWSAA Shuaiba and Mina al Ahmadi: 29.04 48.17 5; 29.08 48.2 4
A KWSWK+KWSAA Kuwait anchorages: 29.42 48.1 8.8; 29.1 48.3 10; 29.4 48.2 6.2; 28.97 48.3 8.8
T SADMM Dammam: 26.5 50.2 5
A SADMM Dammam anchorage: 26.6 50.3 8.8; 26.75 50.25 8.8
T SAJUB Jubail: 27.03 49.68 6
A SAJUB Jubail anchorage: 27.05 49.85 10
T SARTA Ras Tanura and Juaymah: 26.65 50.17 5; 26.93 50.02 6
A SARTA Ras Tanura anchorage: 26.75 50.35 10
T BHKBS Khalifa bin Salman: 26.19 50.71 4
A BHKBS+BHSIT Bahrain anchorages: 26.35 50.75 11.2
T QAHMD Hamad: 25.02 51.62 4
T QAMES Mesaieed: 24.91 51.57 4
A QAHMD+QAMES+QADOH Doha and Mesaieed anchorages: 25.05 51.85 11.2; 25.3 51.7 7.5
T QARLF Ras Laffan: 25.92 51.6 5
A QARLF Ras Laffan anchorage: 25.98 51.8 12.5
# Gulf of Oman and Arabian Sea; AEFJR, AEKLF, OMSOH, OMDQM, OMSLL, OMOPQ, IRZBR; admiralty charts 3723 and 2851; 2026-11; high
T AEFJR Fujairah: 25.18 56.37 4
T AEKLF Khor Fakkan: 25.36 56.365 3
A AEFJR+AEKLF Fujairah and Khor Fakkan anchorages: 25.2 56.5 11.2; 25.35 56.5 11.2; 25.12 56.62 11.2
T OMSOH Sohar: 24.51 56.63 4
A OMSOH Sohar anchorage: 24.58 56.73 10; 24.47 56.78 7.5
T OMDQM Duqm: 19.67 57.72 5
T OMSLL Salalah: 16.945 54.01 4
A OMSLL Salalah anchorage: 16.9 54.05 7.5
T IRZBR Chabahar: 25.3 60.61 5
# Red Sea and Gulf of Aden; SAJED, SAKAC, SAYNB, SARAB, SAGIZ, SDPZU, DJJIB, JOAQJ, YEADE, YEHOD, EGSGA, SOBBO; admiralty charts 2599 and 262; 2026-11; high
T SAJED Jeddah: 21.46 39.16 5
A SAJED Jeddah anchorages: 21.42 39.08 7.5; 21.35 39.05 7.5
T SAKAC King Abdullah: 22.52 39.09 4
A SAKAC King Abdullah anchorage: 22.5 39.0 7.5; 22.42 38.98 6.2
T SAYNB Yanbu: 24.08 38.05 3; 23.97 38.2 6
A SAYNB Yanbu anchorage: 23.95 38.1 10; 24.03 37.97 8.8
T SAGIZ Jizan: 16.89 42.53 4
T SDPZU Port Sudan: 19.61 37.23 4; 19.57 37.25 3
A SDPZU Port Sudan anchorage: 19.57 37.32 6.2
T DJJIB Djibouti and Doraleh: 11.6 43.13 3; 11.59 43.09 3
A DJJIB Djibouti anchorages: 11.65 43.12 6.2; 11.65 43.22 7.5
T JOAQJ Aqaba: 29.46 34.98 6; 29.52 35.0 3
T YEADE Aden: 12.8 44.98 5
A YEADE Aden anchorage: 12.73 45.05 7.5
T YEHOD Hodeidah: 14.83 42.93 4
T SOBBO Berbera: 10.44 45.0 4
# Eastern Africa; KEMBA, TZDAR, MZMPM, MZBEW, MZMNC, MUPLU, REPDG, MGTMM; admiralty charts 616 and 674; 2026-11; high
T KEMBA Kilindini: -4.045 39.64 4
A KEMBA Mombasa anchorage: -4.12 39.72 10
T TZDAR Dar es Salaam: -6.83 39.29 3
A TZDAR Dar es Salaam anchorage: -6.77 39.35 8.8
T MZMPM Maputo and Matola: -25.96 32.53 6
A MZMPM Maputo anchorage: -25.95 32.85 11.2; -25.97 32.7 6.2
T MZBEW Beira: -19.82 34.83 4
A MZBEW Beira anchorage: -20.1 35.05 15
T MZMNC Nacala: -14.53 40.66 5
T MUPLU Port Louis: -20.15 57.49 4
A MUPLU Port Louis anchorage: -20.12 57.45 7.5
T REPDG Port Reunion: -20.93 55.29 4
# Southern Africa; ZADUR, ZARCB, ZAZBA, ZAPLZ, ZACPT, ZASDB, ZAELS, NAWVB; Transnet National Ports Authority plans; 2026-11; high
T ZADUR Durban: -29.88 31.025 4
A ZADUR Durban anchorages: -29.85 31.12 10; -29.92 31.1 7.5
T ZARCB Richards Bay: -28.8 32.05 5
A ZARCB Richards Bay anchorage: -28.87 32.17 11.2
T ZAZBA Coega: -33.8 25.69 4
T ZAPLZ Port Elizabeth: -33.965 25.64 3
A ZAZBA+ZAPLZ Algoa Bay: -33.9 25.75 10
T ZACPT Cape Town: -33.905 18.435 3.5
A ZACPT Table Bay: -33.87 18.4 7.5
T ZASDB Saldanha: -33.02 17.98 5
T ZAELS East London: -33.03 27.91 3
T NAWVB Walvis Bay: -22.94 14.48 4
A NAWVB Walvis Bay anchorage: -22.88 14.42 8.8
# Western Africa; AOLAD, AOLOB, CGPNR, CMDLA, CMKBI, NGAPP, NGTIN, NGLKK, NGLOS, NGONN, NGPHC, BJCOO, TGLFW, GHTEM, GHTKD, CIABJ, SNDKR, GNCKY, GMBJL; admiralty charts 1381 and 1862; 2026-11; high
T AOLAD Luanda: -8.79 13.25 4
A AOLAD Luanda anchorage: -8.73 13.27 8.8
T AOLOB Lobito: -12.34 13.55 4
T CGPNR Pointe-Noire: -4.78 11.84 4
A CGPNR Pointe-Noire anchorage: -4.73 11.8 8.8; -4.8 11.75 8.8
T CMDLA Douala: 4.05 9.69 4
A CMDLA Douala base buoy: 3.75 9.4 12.5
T CMKBI Kribi: 2.74 9.86 5
T NGAPP Apapa: 6.44 3.38 3
T NGTIN Tin Can Island: 6.43 3.345 2
T NGLKK Lekki: 6.42 4.01 5
A NGAPP+NGTIN+NGLOS Lagos anchorages: 6.33 3.4 11.2; 6.25 3.55 12.5
T NGONN Onne: 4.68 7.15 4
T NGPHC Port Harcourt: 4.77 7.0 4
T NGBON Bonny: 4.43 7.16 5
A NGONN+NGPHC+NGBON Bonny approach: 4.15 7.2 15
T BJCOO Cotonou: 6.345 2.43 3
A BJCOO Cotonou anchorage: 6.27 2.47 10
T TGLFW Lome: 6.14 1.285 3.5
A TGLFW Lome anchorage: 6.05 1.28 12.5
T GHTEM Tema: 5.635 .01 4
A GHTEM Tema anchorage: 5.57 .05 10
T GHTKD Takoradi: 4.885 -1.74 4
T CIABJ Abidjan: 5.28 -4.01 5
A CIABJ Abidjan anchorage: 5.2 -4.03 8.8
T SNDKR Dakar: 14.685 -17.425 3
A SNDKR Dakar anchorage: 14.65 -17.4 7.5
T GNCKY Conakry: 9.51 -13.72 4
A GNCKY Conakry anchorage: 9.4 -13.82 10
T GNKMR Kamsar: 10.65 -14.61 5
`
