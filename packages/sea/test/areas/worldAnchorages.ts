/** Anchorages of other countries, by positions of general knowledge. */
export const WORLD_ANCHORAGES = `
A 1.22 103.85 Singapore eastern anchorages
A 1.28 103.95 Singapore Eastern bunkering
A 1.25 103.65 Singapore western
A 1.45 104.45 Singapore EOPL
A 1.13 103.6 Singapore WOPL Nipah
A 1.42 104 Pasir Gudang
A 1.33 104.3 Johor Pengerang
A 2.95 101.25 Klang south
A 3.05 101.2 Klang north
A 2.4 101.8 Port Dickson
A 2.15 102.2 Melaka
A 13.03 100.78 Laem Chabang
A 13.15 100.75 Sichang
A 13.4 100.6 Bangkok bar
A 10.3 107.05 Vung Tau
A 20.65 106.98 Hai Phong
A 20.9 107.05 Cai Lan
A 16.15 108.2 Da Nang
A 22.17 114.13 Hong Kong Lamma
A 22.28 114.1 HK western
A 22.37 113.95 HK Urmston
A 22.5 114.4 Yantian Daya
A 22.35 113.85 Shekou approach
A 22.05 113.75 Guishan Guangzhou
A 22.65 113.7 Nansha
A 22.5 120.23 Kaohsiung
A 24.35 118.15 Xiamen
A 24.27 120.47 Taichung
A 25.18 121.75 Keelung
A 26.1 119.7 Fuzhou
A 29.8 122.4 Xiazhimen Ningbo
A 29.95 121.85 Beilun
A 30.55 122.1 Yangshan
A 31.05 122.5 Changjiangkou 2
A 31.35 121.65 Wusong Baoshan
A 30.85 122.75 Lvhuashan
A 34.8 119.55 Lianyungang
A 36 120.45 Qingdao
A 35.9 120.65 Qingdao outer
A 35.95 120.25 Dongjiakou n
A 35.35 119.7 Rizhao
A 37.55 121.45 Yantai
A 38.9 121.85 Dalian
A 38.85 121.7 Dalian S
A 38.85 117.95 Tianjin
A 38.9 118.2 Tianjin outer
A 38.9 119.1 Jingtang
A 39.85 119.75 Qinhuangdao
A 40.25 121.9 Bayuquan
A 35.05 129.08 Busan N/S
A 35 129.05 Busan
A 34.95 128.8 Busan new port
A 35.45 129.45 Ulsan
A 34.8 127.8 Yeosu Gwangyang
A 37.3 126.4 Incheon
A 35.95 126.45 Gunsan
A 35.55 139.9 Tokyo/Chiba
A 35.4 139.7 Yokohama
A 34.95 136.75 Nagoya/Yokkaichi
A 34.62 135.25 Kobe
A 34.6 135.35 Osaka
A 34.45 133.8 Mizushima
A 42.6 141.65 Tomakomai sea
A 42.9 131.95 Vladivostok
A 42.75 132.95 Nakhodka
A 14.55 120.92 Manila
A 10.28 123.9 Cebu
A 7.05 125.65 Davao
A -6.05 106.9 Jakarta
A -7.15 112.7 Surabaya
A -6.9 110.4 Semarang
A -1.35 116.9 Balikpapan
A -3.7 114.5 Taboneo
A 3.9 98.75 Belawan
A -5.9 106 Cilegon Merak
A 6.98 79.82 Colombo
A 18.9 72.8 Mumbai
A 22.65 69.65 Mundra
A 22.75 70.15 Kandla Tuna
A 22.55 69.85 Vadinar/Sikka
A 15.45 73.75 Mormugao
A 12.9 74.75 New Mangalore
A 9.95 76.15 Kochi
A 8.75 78.25 Tuticorin
A 13.1 80.37 Chennai
A 17.65 83.35 Visakhapatnam
A 20.2 86.75 Paradip
A 21 88.2 Sandheads
A 22.2 91.75 Chittagong
A 24.75 66.95 Karachi
A 24.7 67.2 Qasim
A 25.08 54.95 Jebel Ali
A 25.35 55.2 Dubai
A 25.2 56.45 Fujairah
A 25.4 56.45 Khor Fakkan
A 24.6 54.2 Abu Dhabi Khalifa
A 25.95 51.7 Ras Laffan
A 25.3 51.7 Doha
A 26.6 50.25 Dammam/Ras Tanura
A 27.1 49.8 Jubail
A 29.4 48.2 Shuwaikh
A 28.95 48.3 Mina Al Ahmadi
A 29.65 48.85 Basra
A 27.05 56.15 Bandar Abbas
A 24.45 56.8 Sohar
A 16.9 54 Salalah
A 12.75 45.05 Aden
A 11.65 43.15 Djibouti
A 21.45 39.05 Jeddah
A 22.4 39 King Abdullah
A 24.05 37.95 Yanbu
A 29.85 32.55 Suez
A 30.4 32.35 Great Bitter lake
A 31.38 32.35 Port Said
A 31.6 31.85 Damietta
A 31.2 29.75 Alexandria
A 32.87 34.95 Haifa
A 31.87 34.58 Ashdod
A 33.93 35.5 Beirut
A 34.62 33.05 Limassol
A 36.75 34.65 Mersin
A 36.7 36.1 Iskenderun
A 40.97 28.95 Istanbul
A 40.95 28.65 Ambarli
A 40.73 29.6 Izmit
A 38.75 26.85 Aliaga
A 37.9 23.58 Piraeus
A 40.58 22.88 Thessaloniki
A 44.15 28.75 Constanta
A 43.18 27.95 Varna
A 46.45 30.8 Odesa
A 44.62 37.85 Novorossiysk
A 45.15 36.65 Kerch Kavkaz
A 42.15 41.6 Poti
A 35.9 14.7 Hurds bank
A 35.8 14.58 Marsaxlokk
A 37.2 15.28 Augusta
A 38.46 15.85 Gioia Tauro
A 40.82 14.25 Naples
A 43.52 10.23 Livorno
A 44.37 8.85 Genoa
A 44.26 8.47 Savona Vado
A 45.63 13.65 Trieste
A 45.3 12.55 Venice
A 44.48 12.4 Ravenna
A 43.35 4.95 Fos
A 43.3 5.25 Marseille
A 41.3 2.2 Barcelona
A 39.42 -0.27 Valencia
A 36.15 -5.4 Algeciras
A 36.1 -5.35 Gibraltar
A 35.9 -5.3 Ceuta
A 35.9 -5.55 Tanger Med
A 28.1 -15.38 Las Palmas
A 28.45 -16.22 Tenerife
A 38.65 -9.35 Lisbon
A 37.92 -8.9 Sines
A 41.17 -8.75 Leixoes
A 43.38 -3.1 Bilbao
A 47.15 -2.35 Saint Nazaire
A 49.55 -0.05 Le Havre
A 51.05 1.95 Dunkirk
A 51.4 2.55 Westhinder
A 51.75 3.3 Schouwenbank
A 51.4 3.7 Everingen/Vlissingen
A 52.05 3.75 Rotterdam 3/4
A 52.15 3.95 Rotterdam 5
A 52 3.3 Maas North
A 52.55 4.35 IJmuiden
A 53.45 6.6 Eems
A 54 7.95 Neuwerk Elbe
A 54.1 7.6 German bight deep water
A 53.88 9.1 Brunsbuttel
A 53.8 8 Weser
A 54.45 10.25 Kiel
A 54.5 18.8 Gdansk/Gdynia
A 55.68 20.95 Klaipeda
A 57.05 23.9 Riga
A 59.55 24.7 Tallinn
A 60.05 29.2 St Petersburg
A 59.75 28.35 Ust-Luga
A 60.25 28.65 Primorsk
A 60.08 25 Helsinki
A 57.65 11.6 Gothenburg
A 57.75 10.75 Skagen
A 56.15 10.4 Aarhus
A 55.75 12.7 Copenhagen
A 51.92 1.45 Cork Felixstowe
A 51.85 1.55 Sunk
A 51.55 1 Southend Thames
A 51.35 1.45 Margate roads/Tongue
A 50.73 -1.05 St Helens
A 51.65 -5.2 Milford Haven
A 53.55 -3.35 Liverpool
A 53.35 -6.05 Dublin
A 51.8 -8.2 Cork
A 53.6 0.25 Humber
A 54.68 -1.05 Tees
A 55.02 -1.35 Tyne
A 56.05 -3 Forth
A 57.15 -2 Aberdeen
A 49.3 -123.2 English Bay
A 48.77 -123.22 Plumper Sound
A 48.75 -123.6 Cowichan
A 49 -123.75 Ladysmith
A 48.95 -123.55 Trincomali
A 49.18 -123.9 Nanaimo
A 49.3 -123 Vancouver inner
A 48.42 -123.45 Royal roads
A 54.25 -130.35 Prince Rupert
A 44.6 -63.53 Halifax
A 45.2 -66.05 Saint John
A 46.85 -71.15 Quebec
A 45.65 -73.45 Montreal
A 19.03 -104.35 Manzanillo MX
A 17.88 -102.15 Lazaro Cardenas
A 19.23 -96.07 Veracruz
A 22.3 -97.7 Altamira
A 18.2 -94.4 Coatzacoalcos
A 31.8 -116.65 Ensenada
A 8.85 -79.5 Balboa
A 9.42 -79.92 Cristobal
A 10.33 -75.6 Cartagena
A 17.9 -76.8 Kingston
A 26.5 -78.8 Freeport
A 18.4 -69.65 Caucedo
A 10.2 -61.7 Trinidad Gulf of Paria
A 10.65 -71.55 Maracaibo
A -2.75 -80.35 Guayaquil
A -12.05 -77.2 Callao
A -33 -71.62 Valparaiso
A -33.55 -71.65 San Antonio
A -23.6 -70.45 Antofagasta
A -24.1 -46.3 Santos
A -25.65 -48.25 Paranagua
A -26.85 -48.6 Itajai
A -32.25 -51.95 Rio Grande
A -22.95 -43.15 Rio de Janeiro
A -23.05 -44.2 Sepetiba/Itaguai
A -20.35 -40.25 Vitoria/Tubarao
A -12.95 -38.6 Salvador
A -8.4 -34.9 Suape
A -2.4 -44.1 Itaqui
A -34.75 -57.8 Buenos Aires zona comun
A -35.05 -56.3 Montevideo
A -39 -61.8 Bahia Blanca
A -29.88 31.15 Durban
A -28.87 32.15 Richards Bay
A -33.85 18.4 Cape Town
A -33.85 25.75 Ngqura/PE
A -25.95 32.7 Maputo
A -6.8 39.4 Dar es Salaam
A -4.1 39.75 Mombasa
A -20.1 57.45 Port Louis
A -8.75 13.2 Luanda
A -4.8 11.75 Pointe Noire
A 6.35 3.35 Lagos
A 6.3 2.5 Cotonou
A 6.1 1.3 Lome
A 5.6 0.05 Tema
A 5.2 -4 Abidjan
A 14.65 -17.4 Dakar
A 33.65 -7.6 Casablanca
A 36.8 3.15 Algiers
A -20.15 118.55 Port Hedland
A -20.45 116.75 Dampier
A -21.2 149.55 Hay Point
A -23.85 151.6 Gladstone
A -32.95 151.95 Newcastle
A -34.5 151.05 Port Kembla
A -34.05 151.35 Botany off
A -38 144.8 Melbourne
A -26.95 153.3 Brisbane
A -32.05 115.6 Fremantle
A -34.75 138.3 Adelaide
A -37.55 176.25 Tauranga
A -36.75 174.9 Auckland
A -43.6 172.85 Lyttelton
`
