/**
 * Ports whose position in the base list is a town centre, an airport or wrong, with the position of their quays: code,
 * name, longitude, latitude. Positions are general knowledge and were compared with the coastline only.
 */
export const CORRECTED_PORTS = `
AZBAK Baku 49.88 40.365
AUGOV Gove 136.68 12.19S
CLCCL Caleta Coloso 70.46W 23.76S
CNTZO Taizhou 119.87 32.26
CNHME Haimen 121.19 31.84
IDBUR Batu Ampar 104.00 1.165
JMPKS Port Kaiser 77.60W 17.86
JPKND Kanda 130.99 33.79
JPSKM Shikama 134.66 34.77
THMAT Map Ta Phut 101.15 12.67
USPCV Port Canaveral 80.585W 28.408
ANSXM St Maarten 63.05W 18.01
ANGSB Galisbay 62.99W 17.485
ARDDC Delta Dock 59.05W 34.08S
ARSLO San Lorenzo 60.73W 32.74S
ARSPD San Pedro 59.65W 33.67S
ARBHI Bahia Blanca 62.27W 38.79S
AULST Launceston 147.12 41.42S
BDCHL Chalna 89.52 22.60
BMSOU Southampton 64.87W 32.255
BNBWN Bandar Seri Begawan 114.95 4.89
BRPCL Portocel 40.06W 19.85S
BRITQ Itaqui 44.37W 2.57S
BRARE Areia Branca 37.04W 4.82S
BRVIC Vila do Conde 48.75W 1.54S
BRIGI Itaguai 43.83W 22.93S
CACBK Corner Brook 57.95W 48.955
CACOL Collingwood 80.22W 44.515
CADOR Dorval 73.73W 45.43
CABDU Baie d'Urfe 73.92W 45.405
CAHAM Hamilton 79.81W 43.275
CAKVL Kingsville 82.735W 42.025
CAOAK Oakville 79.665W 43.44
CAOSH Oshawa 78.825W 43.865
CAPCR Port Credit 79.58W 43.545
CAPDV Port Dover 80.20W 42.78
CATHU Thunder Bay 89.22W 48.41
CATTC Trenton 77.58W 44.095
CLCAP San Vicente 73.13W 36.735S
CLCHB Chacabuco 72.82W 45.465S
CLPCH Puerto Chacabuco 72.82W 45.465S
CLJRL Jureles 73.15W 36.76S
CLPGO Punta Chungo 71.51W 31.885S
CLPPD Punta Padrones 70.84W 27.05S
CLPNT Puerto Natales 72.51W 51.73S
CNBHY Beihai 109.08 21.485
CNCOZ Chaozhou 117.09 23.59
CNNBO Ningbo 121.90 29.935
CNJNZ Jinzhou 121.06 40.80
CNHUD Huludao 121.00 40.71
CNCGU Changshu 120.95 31.77
CNYZH Yangzhou 119.43 32.265
CNMMI Maoming 111.02 21.47
CNHGH Hangzhou 120.62 30.33
CNLIH Lianhuashan 113.51 22.99
CNXIL Xiaolan 113.24 22.68
CNLAN Lanshi 113.10 23.01
CNSSH Sanshan 113.19 22.95
CNXIN Xinhui 113.06 22.43
CNPUT Putian 119.00 25.24
CNSIN Shatian 113.56 22.89
COPBO Puerto Bolivar 71.97W 12.245
CRPCA Puerto Caldera 84.72W 9.91
CUQMA Matanzas 81.56W 23.05
CUSCU Santiago de Cuba 75.86W 20.00
DEFLF Flensburg 9.43 54.80
DEHBU Harburg 9.98 53.475
DELEE Leer 7.45 53.225
DKAAL Aalborg 9.96 57.055
DKODE Odense 10.42 55.45
DZAAE Annaba 7.77 36.90
DZGHA Ghazaouet 1.87W 35.10
EGEDK El Dekheila 29.80 31.14
ESTCI Tenerife 16.235W 28.47
FIPOR Pori 21.44 61.60
FRHON Honfleur 0.235 49.425
FRBAY Bayonne 1.50W 43.53
GAPOG Port-Gentil 8.82 0.69S
GBBOS Boston 0.02W 52.97
GBCDF Cardiff 3.15W 51.455
GBELL Ellesmere Port 2.90W 53.285
GBGLW Glasgow 4.34W 55.87
GBGOO Goole 0.87W 53.70
GBGSY Grimsby 0.065W 53.58
GBIRL Irlam 2.42W 53.435
GBNCL Newcastle upon Tyne 1.55W 54.97
GBPRE Preston 2.75W 53.755
GBSHS Sheerness 0.745 51.445
GBSOW Stanlow 2.86W 53.29
GBMID Middlesbrough 1.22W 54.585
GNCKY Conakry 13.72W 9.51
GRVOL Volos 22.95 39.355
IDBDJ Banjarmasin 114.56 3.33S
IDBNT Belanak Terminal 106.28 4.15
IDBIT Bitung 125.20 1.44
IDBTM Batam Island 104.00 1.165
IDDJB Jambi 103.61 1.59S
IDPKU Pekanbaru 101.44 0.54
IDBUN Buatan 101.83 0.735
IDPLM Palembang 104.78 2.98S
IDPNK Pontianak 109.33 0.02S
IDPWG Perawang 101.62 0.66
IDSRI Samarinda 117.15 0.51S
IDSEQ Sungai Pakning 102.16 1.345
IDUPG Ujung Pandang 119.41 5.12S
IEDRO Drogheda 6.33W 53.72
IEWAT Waterford 7.05W 52.265
INGOI Goa 73.80 15.41
INSTV Surat 72.65 21.09
IRBKM Bandar Imam Khomeini 49.08 30.42
ISESK Eskifjordur 14.00W 65.07
JPFKY Fukuyama 133.42 34.46
JPHIC Hitachinaka 140.62 36.41
JPHMM Hamamatsu 137.60 34.68
JPISS Isa 130.12 32.05
JPIYM Iyomishima 133.54 34.00
JPKCZ Kochi 133.58 33.52
JPKMJ Kumamoto 130.58 32.76
JPKNU Kinuura 136.95 34.87
JPKNZ Kanazawa 136.60 36.62
JPKWS Kawasaki 139.75 35.51
JPMAI Maizuru 135.34 35.47
JPMII Miike 130.38 33.01
JPMYJ Matsuyama 132.71 33.86
JPSBS Shibushi 131.10 31.46
JPSDS Sendaishinko 141.03 38.27
JPSMA Soma 140.97 37.84
JPTBT Tobata 130.84 33.92
JPTGO Tagonoura 138.70 35.14
JPTHS Toyohashi 137.32 34.72
JPTOK Tokachi 143.33 42.30
JPTOS Toyamashinko 137.13 36.79
JPTOY Toyama 137.22 36.76
JPYWT Yawata 130.81 33.88
KRCHW Changwon 128.58 35.19
KRJHG Jangheung 126.95 34.46
KRSSA Seosan 126.42 37.015
LVSAL Salacgriva 24.36 57.755
LVVNT Ventspils 21.54 57.40
MANNA Kenitra 6.58W 34.265
MGNOS Nosy-Be 48.27 13.40S
MRNKC Nouakchott 16.03W 17.99
MTMGZ Mgarr 14.30 36.025
MXTAM Tampico 97.83W 22.225
MYKCH Kuching 110.38 1.56
MYSBW Sibu 111.82 2.285
NGCBQ Calabar 8.32 4.98
NGWAR Warri 5.73 5.52
NLDOR Dordrecht 4.66 51.81
NLGRQ Eemshaven 6.84 53.445
NLMOE Moerdijk 4.60 51.69
NOAND Andalsnes 7.68 62.57
NODRM Drammen 10.23 59.735
NOHLA Holla 9.11 63.28
NOMQN Mo i Rana 14.13 66.32
NOPOR Porsgrunn 9.68 59.09
NOSKE Skien 9.61 59.205
NOSTM Straumen 15.64 67.35
NOSPG Sarpsborg 10.95 59.20
NOSVE Svelgen 5.29 61.77
NZDUD Dunedin 170.52 45.88S
NZTKA Temuka 171.26 44.39S
PAAML Puerto Armuelles 82.86W 8.27
PEGSM General San Martin 76.22W 13.80S
PEPCH Puerto Chicama 79.44W 7.70S
PETYL Talara 81.28W 4.58S
PHMLS Masao 125.55 9.02
PHOZC Ozamis 123.845 8.145
PHPSL Pasaleng 120.91 18.56
PTTER Terceira 27.05W 38.73
QAMES Mesaieed 51.57 24.91
QAUMS Mesaieed 51.57 24.91
ROBRA Braila 27.98 45.27
REPDG Pointe des Galets 55.285 20.925S
RUTAG Taganrog 38.95 47.205
SADMN Dammam 50.20 26.49
SEKSD Karlstad 13.50 59.365
SESFT Skelleftea 21.24 64.68
SESOE Sodertalje 17.64 59.19
SEUME Umea 20.35 63.69
SEVST Vasteras 16.55 59.60
STTMS Sao Tome 6.74 0.345
THBGP Bangpakong 100.97 13.49
THPKN Paknam 100.59 13.60
TNJAR Zarzis 11.12 33.49
TWMLI Mai-liao 120.165 23.78
TRAMB Ambarli 28.69 40.965
TRMAR Marmara Ereglisi 27.96 40.97
UAMPW Mariupol 37.50 47.05
USPEB Port Elizabeth 74.15W 40.67
USBPT Beaumont 94.09W 30.08
USBRO Brownsville 97.40W 25.955
USBUF Buffalo 78.89W 42.875
USMKE Milwaukee 87.90W 43.02
USOLM Olympia 122.905W 47.055
USPPS Pennsauken 75.04W 39.985
USRIC Richmond 77.42W 37.45
USSAC Sacramento 121.55W 38.565
USSUE Sturgeon Bay 87.37W 44.83
USTOL Toledo 83.47W 41.695
USUGN Waukegan 87.82W 42.36
USUZF Tonawanda 78.905W 42.95
USFPO Freeport 95.32W 28.94
USSWF Newburgh 74.00W 41.50
UYCYR Colonia 57.85W 34.475S
UYPDU Paysandu 58.10W 32.31S
VEGUB Guaranao Bay 70.205W 11.675
VEETV El Tablazo 71.53W 10.76
VELSV La Salina 71.44W 10.37
VEMAR Maracaibo 71.60W 10.635
VEMTV Matanzas 62.82W 8.285
VEPZO Puerto Ordaz 62.72W 8.295
VEPSU Puerto Sucre 64.18W 10.46
VNCLN Cai Lan 107.04 20.975
VNTOT Cai Mep 107.03 10.54
VNVIC Ho Chi Minh City VICT 106.73 10.76
VUSON Espiritu Santo 167.17 15.52S
`
  .trim()
  .split("\n")

/**
 * Places of the base list that no sea-going vessel reaches, although some are within twelve miles of the coast: towns,
 * airports, inland depots and river ports of barges. They have a position, and are rejected as ends of a route.
 */
export const INLAND_PORTS = new Set(
  `
AUCHT AUNLK DKHSB CNGOG CNJXN CNLGH CNNGG CNYQS CYNIC DEBRA ESTOT GBBRW GBCHD IDMES IDTTI KRCHO KRGYG KRHIN KRJEO KRYES
NLALK NZCHC NZHLZ NZMNR PACTD TRBAY TWTYN USLAT USOYM USPCA USXGO USXHF USXHO VNPHG
`
    .trim()
    .split(/\s+/u)
)
