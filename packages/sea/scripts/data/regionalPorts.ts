/**
 * Ports of merchant vessels that are missing in the other lists, in the form of `COASTAL_PORTS`: the Great Lakes, smaller
 * ports of the United States and Canada, and terminals of one trade elsewhere. Positions are general knowledge; they were
 * compared with the coastline and, to a mile, with the World Port Index.
 */
export const REGIONAL_PORTS = `
USNIJ Nawiliwili 159.355W 21.955
USPAL Port Allen 159.59W 21.90
USBTH Bath 69.815W 43.905
USSRP Searsport 68.92W 44.455
USEPM Eastport 66.985W 44.905
USRKD Rockland 69.105W 44.105
USELS El Segundo 118.43W 33.91
USGHC Grays Harbor 123.86W 46.97
USTWD Port Townsend 122.76W 48.11
USPAE Everett 122.22W 47.985
USNPO Newport 124.05W 44.625
USPSJ Port Saint Joe 85.31W 29.82
USPLV Port Lavaca 96.57W 28.635
USFOC Port Fourchon 90.20W 29.12
USSIB Silver Bay 91.26W 47.285
USESC Escanaba 87.05W 45.765
USRCY Rogers City 83.775W 45.41
USAPN Alpena 83.425W 45.06
USLDM Ludington 86.455W 43.95
USMKG Muskegon 86.27W 43.23
USGHN Grand Haven 86.23W 43.07
USHLM Holland 86.15W 42.785
USGYY Gary 87.32W 41.615
USECH East Chicago 87.44W 41.67
USBNB Burns Harbor 87.145W 41.64
USMTW Manitowoc 87.65W 44.095
USCDY Conneaut 80.55W 41.97
USFPT Fairport Harbor 81.29W 41.76
USLOR Lorain 82.185W 41.47
USPHN Port Huron 82.42W 42.985
USOSW Oswego 76.515W 43.465
USOGS Ogdensburg 75.495W 44.70
PRLAM Las Mareas 66.155W 17.935
PRPYA Yabucoa 65.825W 18.055
PRGUX Guanica 66.915W 17.965
CABCO Baie Comeau 68.14W 49.235
CAGCA Gros Cacouna 69.52W 47.93
CARIM Rimouski 68.515W 48.48
CAGOH Goderich 81.72W 43.745
CAOWS Owen Sound 80.94W 44.575
CACSN Clarkson 79.61W 43.49
CABTH Bath 76.78W 44.17
CAPCO Port Colborne 79.25W 42.87
CACBC Come By Chance 54.02W 47.80
CANWP Argentia 53.985W 47.295
CAPTO Pictou 62.70W 45.675
CACHA Charlottetown 63.12W 46.23
CAYRH Yarmouth 66.12W 43.835
CASHH Sheet Harbour 62.51W 44.90
CAPOW Powell River 124.56W 49.87
CAPBQ Port aux Basques 59.13W 47.575
GRSDH Souda 24.14 35.49
GRMYL Mylaki 24.055 38.385
GRCLK Chalkida 23.60 38.45
UANLV Mykolaiv 31.985 46.95
UAERD Berdiansk 36.78 46.755
ITGAL Gallipoli 17.975 40.06
ITMNP Monopoli 17.31 40.955
ITQOS Oristano 8.545 39.865
FRNOU Port-la-Nouvelle 3.065 43.015
ESCRS Carboneras 1.89W 36.99
JPOTR Otaru 141.015 43.20
JPFKJ Fukui 136.12 36.205
JPMIY Miyazu 135.20 35.545
JPNNO Nanao 136.985 37.06
JPSAE Saiki 131.93 32.97
JPSSB Sasebo 129.715 33.165
JPKAR Karatsu 129.965 33.475
JPTOB Toba 136.85 34.485
IDSWT Salawati 131.02 1.30S
IDKGH Krueng Geukueh 97.045 5.235
RUDKA De-Kastri 140.80 51.47
RUSKA Slavyanka 131.39 42.865
RUSEW Severodvinsk 39.79 64.575
KPRJN Rajin 130.295 42.23
CNBSP Basuo 108.62 19.10
PHPRO Poro Point 120.295 16.615
PHTLD Toledo 123.635 10.38
MMMER Mergui 98.60 12.435
LYZAW Zawia 12.72 32.81
TNTAT Tazerka 11.685 36.60
SDMBH Marsa Bashayer 37.34 19.395
EGAZA Abu Zenima 33.11 29.035
AEZUR Zirku Island 53.07 24.87
IRSXI Sirri Island 54.54 25.90
GBOBA Oban 5.475W 56.415
GBCBT Campbeltown 5.60W 55.425
GBIVG Invergordon 4.165W 57.685
GBNGG Nigg 4.02W 57.69
GBFOY Fowey 4.635W 50.335
GBSSS Sharpness 2.48W 51.715
SEBRO Brofjorden 11.42 58.355
SEKXV Karlsborg 23.285 65.795
SESOL Solvesborg 14.585 56.045
SEHUV Hudiksvall 17.115 61.73
SEHND Harnosand 17.95 62.63
FIKRS Kristinestad 21.38 62.275
DKNVD Naestved 11.75 55.225
DKFAA Faaborg 10.245 55.095
DKBDX Bandholm 11.49 54.84
DKSTR Struer 8.585 56.495
DEREN Rendsburg 9.685 54.30
NOOSY Namsos 11.50 64.465
NOVER Verdal 11.45 63.785
NOHVG Honningsvag 25.975 70.985
NOBJF Batsfjord 29.725 70.635
ISVEY Vestmannaeyjar 20.275W 63.445
COCOV Covenas 75.70W 9.50
BRTRM Tramandai 50.085W 30.01S
ARPRS Puerto Rosales 62.06W 38.92S
MXCPE Campeche 90.545W 19.845
CUCAR Cardenas 81.21W 23.05
CUICR Nicaro 75.555W 20.715
CUCAS Casilda 79.985W 21.75
TTGUA Guayaguayare 61.02W 10.135
AUMOU Mourilyan 146.125 17.60S
AUCQP Cape Flattery 145.345 14.96S
CXFFC Flying Fish Cove 105.67 10.43S
`
  .trim()
  .split("\n")
