// A receiver in Go: LANDFALL_SECRET=whsec_… go run .
package main

import (
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

type discharge struct {
	Container string `json:"container"`
	Location  struct {
		Unlocode string `json:"unlocode"`
	} `json:"location"`
}

func main() {
	secret := os.Getenv("LANDFALL_SECRET")
	var received sync.Map // In production: a table with a unique index.
	http.HandleFunc("/landfall", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			return // The body was too large or was cut off: the alert comes again.
		}
		event, err := VerifyWebhook(r.Header, body, secret, time.Now())
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if _, repeated := received.LoadOrStore(r.Header.Get("webhook-id"), true); !repeated {
			if event.Type == "container.discharge.at.final.pod" {
				var data discharge
				if json.Unmarshal(event.Data, &data) == nil {
					log.Println(data.Container, "was discharged at", data.Location.Unlocode)
				}
			}
		}
		w.WriteHeader(http.StatusNoContent)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "9000"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	log.Println("Listening on", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
